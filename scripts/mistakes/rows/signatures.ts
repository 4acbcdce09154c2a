import type { Group } from '../mistake.ts';

export const signatures: Group = {
  title: 'Signatures',
  mistakes: [
    {
      did: 'sent some signature headers, but no signature',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-svc-signature': '',
        },
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_REQUIRED',
        detail: 'the signature headers are incomplete: X-Svc-Signature is missing',
        resolution:
          'Send X-Svc-Signature, X-Svc-Timestamp and X-Svc-Nonce. Or send none of them, and answer the challenge with X-Svc-Request-Id and X-Svc-Signature.',
      },
    },
    {
      did: 'left out the timestamp',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-svc-timestamp': '',
        },
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_REQUIRED',
        detail: 'the signature headers are incomplete: X-Svc-Timestamp is missing',
        resolution:
          'Send X-Svc-Signature, X-Svc-Timestamp and X-Svc-Nonce. Or send none of them, and answer the challenge with X-Svc-Request-Id and X-Svc-Signature.',
      },
    },
    {
      did: 'left out the nonce',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        headers: {
          'x-svc-nonce': '',
        },
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_REQUIRED',
        detail: 'the signature headers are incomplete: X-Svc-Nonce is missing',
        resolution:
          'Send X-Svc-Signature, X-Svc-Timestamp and X-Svc-Nonce. Or send none of them, and answer the challenge with X-Svc-Request-Id and X-Svc-Signature.',
      },
    },
    {
      did: 'sent the timestamp in milliseconds',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        timestamp: 'milliseconds',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'X-Svc-Timestamp is in milliseconds',
        resolution: 'Sign and send whole seconds since 1970: Math.floor(Date.now() / 1000), or date +%s.',
      },
    },
    {
      did: 'sent the timestamp as a date',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        timestamp: 'ISO 8601',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'X-Svc-Timestamp is not in Unix seconds',
        resolution: 'Sign and send whole seconds since 1970: Math.floor(Date.now() / 1000), or date +%s.',
      },
    },
    {
      did: 'signed with a clock that is an hour slow',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        timestamp: 'an hour ago',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_TIMESTAMP_SKEW',
        detail: 'X-Svc-Timestamp is 3600 seconds behind our clock, which shows {seconds} ({now})',
        resolution: 'Correct your clock, or sign right before you send: the tolerance is five minutes.',
      },
    },
    {
      did: 'sent the signature as raw r and s',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        signature: 'raw',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'X-Svc-Signature is 64 bytes long: raw r and s (IEEE P1363)',
        resolution:
          'Send the signature as DER in standard base64. Node signs this way by default (dsaEncoding der), as does openssl dgst -sha256 -sign.',
      },
    },
    {
      did: 'sent the signature in hexadecimal',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        signature: 'hex',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'X-Svc-Signature is in hexadecimal',
        resolution:
          'Send the signature as DER in standard base64. Node signs this way by default (dsaEncoding der), as does openssl dgst -sha256 -sign.',
      },
    },
    {
      did: 'sent the signature in base64url',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        signature: 'base64url',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'X-Svc-Signature is in base64url, or lacks its padding',
        resolution:
          'Send the signature as DER in standard base64. Node signs this way by default (dsaEncoding der), as does openssl dgst -sha256 -sign.',
      },
    },
    {
      did: 'sent the signature as raw r and s in base64url, as JWS has it',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        signature: 'raw base64url',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'X-Svc-Signature is in base64url, or lacks its padding',
        resolution:
          'Send the signature as DER in standard base64. Node signs this way by default (dsaEncoding der), as does openssl dgst -sha256 -sign.',
      },
    },
    {
      did: 'signed the path without /business/api/v1',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        signature: 'of another path',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'the signature does not match this request',
        resolution:
          'Check in this order: the signed path starts with /business/api/v1 and includes the query; the hashed body is exactly the one sent; the signed idempotency key is the one in the header, or empty; the seven lines are in order, without a final line break; timestamp and nonce are those in the headers; the private key belongs to the named key.',
      },
    },
    {
      did: 'changed the body after signing',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
        signature: 'of another body',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'the signature does not match this request',
        resolution:
          'Check in this order: the signed path starts with /business/api/v1 and includes the query; the hashed body is exactly the one sent; the signed idempotency key is the one in the header, or empty; the seven lines are in order, without a final line break; timestamp and nonce are those in the headers; the private key belongs to the named key.',
      },
    },
    {
      did: 'signed with the private key of another key',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        signature: 'by another key',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'the signature does not match this request',
        resolution:
          'Check in this order: the signed path starts with /business/api/v1 and includes the query; the hashed body is exactly the one sent; the signed idempotency key is the one in the header, or empty; the seven lines are in order, without a final line break; timestamp and nonce are those in the headers; the private key belongs to the named key.',
      },
    },
    {
      did: 'sent a nonce of more than 255 characters',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/balance',
        nonce:
          'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'X-Svc-Nonce is not 1 to 255 visible ASCII characters',
        resolution: 'Sign and send a fresh nonce without spaces, such as a UUID.',
      },
    },
    {
      did: 'changed the body between challenge and answer',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
        by: 'challenge',
        signature: 'of another body',
      },
      answered: {
        status: 401,
        type: 'SIGNATURE_INVALID',
        detail: 'the signature does not match this request',
        resolution:
          'Check in this order: method, path, query, body and Idempotency-Key are exactly those of the challenged request; payloadToSign was signed unchanged, without an extra line break; the private key belongs to the named key.',
      },
    },
  ],
};
