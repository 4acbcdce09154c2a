import type { Group } from '../mistake.ts';

export const credentials: Group = {
  title: 'Credentials',
  mistakes: [
    {
      did: 'sent no credentials',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        by: 'nobody',
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'name an API key in X-Api-Key, or send the bearer token of a dashboard session',
        resolution: 'Add the header X-Api-Key with the id of a key, and sign the request.',
      },
    },
    {
      did: 'sent the key id as a bearer token',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        by: 'nobody',
        headers: {
          authorization: 'Bearer {keyId}',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'Authorization has the id or the prefix of an API key',
        resolution: 'Send the key id in X-Api-Key and sign the request; Authorization is for the tokens of sessions.',
      },
    },
    {
      did: 'sent the key id as a bearer token, to a route for keys alone',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
        by: 'nobody',
        headers: {
          authorization: 'Bearer {keyId}',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'Authorization has the id or the prefix of an API key',
        resolution: 'Send the key id in X-Api-Key and sign the request; Authorization is for the tokens of sessions.',
      },
    },
    {
      did: 'sent Basic credentials',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        by: 'nobody',
        headers: {
          authorization: 'Basic {basic}',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'Authorization: Basic is not taken',
        resolution:
          'Send the id of a key in X-Api-Key and sign the request, or the token of a session as Authorization: Bearer.',
      },
    },
    {
      did: 'sent the word Bearer in X-Api-Key',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-api-key': 'Bearer {keyId}',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'X-Api-Key has no id of an API key',
        resolution:
          'Take away the word Bearer. Send the id of the key, which begins with akid_test_ or akid_live_, in X-Api-Key.',
      },
    },
    {
      did: 'sent the prefix of a key, svc_test_…, as its id',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-api-key': 'svc_test_0a1b2c3d',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'X-Api-Key has the prefix of an API key, not its id',
        resolution:
          'Send the id of the key, which begins with akid_test_ or akid_live_, in X-Api-Key. Audit events show the prefix.',
      },
    },
    {
      did: 'left quotes around the key id',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-api-key': '"{keyId}"',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'X-Api-Key has no id of an API key',
        resolution:
          'Take away the quotes around it. Send the id of the key, which begins with akid_test_ or akid_live_, in X-Api-Key.',
      },
    },
    {
      did: 'sent the token of a session in X-Api-Key',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-api-key': '{ownerToken}',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'X-Api-Key has the token of a session',
        resolution: 'Send the token as Authorization: Bearer.',
      },
    },
    {
      did: 'put a private key into X-Api-Key',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-api-key': '-----BEGIN PRIVATE KEY-----',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'X-Api-Key has a private key',
        resolution:
          'Rotate that key: it is no longer secret. Send the id of the key, which begins with akid_test_ or akid_live_, in X-Api-Key.',
      },
    },
    {
      did: 'sent a text that is no key id',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-api-key': 'my-key',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'X-Api-Key has no id of an API key',
        resolution: 'Send the id of the key, which begins with akid_test_ or akid_live_, in X-Api-Key.',
      },
    },
    {
      did: 'sent the id of a live key to the sandbox',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-api-key': 'akid_live_0a1b2c3d4e5f',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'the API key is unknown or revoked',
        resolution:
          'Check the id, and that this address is the one of its mode: akid_test_ for the sandbox, akid_live_ for live. Issue a new key if it was revoked.',
      },
    },
    {
      did: 'sent a key id that nobody has',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-api-key': 'akid_test_0a1b2c3d4e5f',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'the API key is unknown or revoked',
        resolution:
          'Check the id, and that this address is the one of its mode: akid_test_ for the sandbox, akid_live_ for live. Issue a new key if it was revoked.',
      },
    },
    {
      did: 'sent a key and a session together',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          authorization: 'Bearer {ownerToken}',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'send either Authorization or X-Api-Key',
        resolution:
          'An integration sends X-Api-Key, a person who has signed in sends Authorization: leave the other one out.',
      },
    },
    {
      did: 'sent the token of a session without the word Bearer',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        by: 'nobody',
        headers: {
          authorization: '{ownerToken}',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'Authorization has no word Bearer',
        resolution: 'Write Authorization: Bearer, a space and the token.',
      },
    },
    {
      did: 'sent a session that is no more',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        by: 'nobody',
        headers: {
          authorization: 'Bearer abc.def.ghi',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'the session is unknown or has expired',
        resolution: 'Sign in again, and send its token as Authorization: Bearer.',
      },
    },
    {
      did: 'managed webhook endpoints with an API key',
      sent: {
        method: 'POST',
        path: '/organizations/{orgId}/webhook-endpoints',
        body: {
          url: 'https://example.com/hooks',
        },
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'this route takes the bearer token of a dashboard session only',
        resolution:
          'No API key can call this route: a member does it, with Authorization: Bearer and the token of a session.',
      },
    },
    {
      did: 'decided an approval with an API key',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts/approvals/apr_0a1b2c3d4e5f/approve',
        body: {},
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'this route takes the bearer token of a dashboard session only',
        resolution:
          'No API key can call this route: a member does it, with Authorization: Bearer and the token of a session.',
      },
    },
    {
      did: 'sent a payout with a session',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
        by: 'owner',
      },
      answered: {
        status: 401,
        type: 'UNAUTHORIZED',
        detail: 'this route takes API keys only',
        resolution:
          'Leave Authorization out. Send the id of the key, which begins with akid_test_ or akid_live_, in X-Api-Key.',
      },
    },
    {
      did: 'wrote with a key that may only read',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
        by: 'read-only key',
      },
      answered: {
        status: 403,
        type: 'INSUFFICIENT_SCOPE',
        detail: 'the key lacks the scope write',
        resolution: 'Issue a key with the scope write: the scopes of a key do not change.',
      },
    },
    {
      did: 'called from an address that the key is not pinned to',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        by: 'pinned key',
      },
      answered: {
        status: 401,
        type: 'KEY_IP_NOT_ALLOWED',
        detail: 'the API key is pinned to other addresses than 127.0.0.1',
        resolution: 'Call from an address that the key is pinned to, or issue a key for this address.',
      },
    },
    {
      did: 'used the id of another organization',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{foreignOrgId}/balance',
      },
      answered: {
        status: 403,
        type: 'FORBIDDEN',
        detail: 'the caller has no access to this organization',
        resolution:
          'Check the id of the organization in the path: a key works for its own organization only, a test key for one of the sandbox and a live key for a live one.',
      },
    },
    {
      did: 'put an alias, org_…, into the path',
      sent: {
        method: 'GET',
        path: '/payments/organizations/org_acme/balance',
      },
      answered: {
        status: 403,
        type: 'FORBIDDEN',
        detail: 'the caller has no access to this organization',
        resolution: 'Put the id of the organization into the path as it is: it has no prefix org_.',
      },
    },
  ],
};
