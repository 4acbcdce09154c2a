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
        resolution: 'Add the header X-Api-Key with a key id, and sign the request.',
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
        detail: 'Authorization contains the id or prefix of an API key',
        resolution: 'Send the key id in X-Api-Key and sign the request. Authorization is for session tokens.',
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
        detail: 'Authorization contains the id or prefix of an API key',
        resolution: 'Send the key id in X-Api-Key and sign the request. Authorization is for session tokens.',
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
        detail: 'Authorization: Basic is not supported',
        resolution:
          'Send a key id in X-Api-Key and sign the request, or send a session token as Authorization: Bearer.',
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
        detail: 'X-Api-Key does not contain the id of an API key',
        resolution:
          'Remove the word Bearer. Send the key id, which starts with akid_test_ or akid_live_, in X-Api-Key.',
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
        detail: 'X-Api-Key contains the prefix of an API key, not its id',
        resolution:
          'Send the key id, which starts with akid_test_ or akid_live_, in X-Api-Key. Audit events show the prefix.',
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
        detail: 'X-Api-Key does not contain the id of an API key',
        resolution:
          'Remove the quotes around it. Send the key id, which starts with akid_test_ or akid_live_, in X-Api-Key.',
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
        detail: 'X-Api-Key contains a session token',
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
        detail: 'X-Api-Key contains a private key',
        resolution:
          'Rotate that key, because it is now exposed. Send the key id, which starts with akid_test_ or akid_live_, in X-Api-Key.',
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
        detail: 'X-Api-Key does not contain the id of an API key',
        resolution: 'Send the key id, which starts with akid_test_ or akid_live_, in X-Api-Key.',
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
          'Check the id, and that this address serves its mode: akid_test_ for the sandbox, akid_live_ for live. Issue a new key if it was revoked.',
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
          'Check the id, and that this address serves its mode: akid_test_ for the sandbox, akid_live_ for live. Issue a new key if it was revoked.',
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
        resolution: 'Integrations send X-Api-Key; people who have signed in send Authorization. Omit the other header.',
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
        detail: 'Authorization does not start with the word Bearer',
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
        detail: 'this route accepts only the bearer token of a dashboard session',
        resolution: 'API keys cannot call this route. A member can, with Authorization: Bearer and a session token.',
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
        detail: 'this route accepts only the bearer token of a dashboard session',
        resolution: 'API keys cannot call this route. A member can, with Authorization: Bearer and a session token.',
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
        detail: 'this route accepts only API keys',
        resolution: 'Omit Authorization. Send the key id, which starts with akid_test_ or akid_live_, in X-Api-Key.',
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
        resolution: 'Issue a key with the scope write. The scopes of an existing key cannot be changed.',
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
        detail: 'the API key does not allow calls from 127.0.0.1',
        resolution: 'Call from an address that the key allows, or issue a key for this address.',
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
          'Check the organization id in the path. A key works only for its own organization: a test key for a sandbox organization, a live key for a live one.',
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
        resolution: 'Use the organization id in the path without the prefix org_.',
      },
    },
  ],
};
