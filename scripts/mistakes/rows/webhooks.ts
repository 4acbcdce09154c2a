import type { Group } from '../mistake.ts';

export const webhooks: Group = {
  title: 'Webhook endpoints and keys',
  mistakes: [
    {
      did: 'registered an http address',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/sandbox/webhook-endpoints',
        body: {
          url: 'http://example.com/hooks',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'url: must be an https address',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'registered a private address',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/sandbox/webhook-endpoints',
        body: {
          url: 'https://10.0.0.7/hooks',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'url: must not be an address that is not public',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'registered an address without https://',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/sandbox/webhook-endpoints',
        body: {
          url: 'example.com/hooks',
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'url: must begin with https:// and be printable ASCII',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'misspelt an event type',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/sandbox/webhook-endpoints',
        body: {
          url: 'https://example.com/hooks',
          events: ['payout.complete'],
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail:
          'events[0]: is not one of payout.pending, payout.processing, payout.completed, payout.failed, payout.returned, payout.canceled, payout_batch.awaiting_confirmation, payout_batch.completed, payout_batch.canceled, payout_approval.requested, payout_approval.executed, payout_approval.rejected, payout_approval.expired, payout_approval.failed, checkout_payment.paid, checkout_payment.refunded, checkout_payment.partially_refunded, checkout_payment.refund_failed, checkout_payment.reversed, deposit.completed, payout_link.created, payout_link.claimed, payout_link.canceled, payout_link.expired: did you mean payout.completed?',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'registered a private key',
      sent: {
        method: 'POST',
        path: '/organizations/{orgId}/api-keys',
        by: 'owner',
        body: {
          name: 'Books',
          publicKey: '-----BEGIN PRIVATE KEY-----',
          scopes: ['read'],
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'publicKey: is a private key, which is now exposed: rotate it and register a public key',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'registered a key of another curve',
      sent: {
        method: 'POST',
        path: '/organizations/{orgId}/api-keys',
        by: 'owner',
        body: {
          name: 'Books',
          publicKey: '{secp256k1}',
          scopes: ['read'],
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'publicKey: is a secp256k1 key, not a P-256 (prime256v1) key',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'registered an RSA key',
      sent: {
        method: 'POST',
        path: '/organizations/{orgId}/api-keys',
        by: 'owner',
        body: {
          name: 'Books',
          publicKey: '{rsa}',
          scopes: ['read'],
        },
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'publicKey: is a rsa key, not a P-256 (prime256v1) key',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'issued a key as a member who may not',
      sent: {
        method: 'POST',
        path: '/organizations/{orgId}/api-keys',
        by: 'viewer',
        body: {
          name: 'Books',
          publicKey: '{secp256k1}',
          scopes: ['read'],
        },
      },
      answered: {
        status: 403,
        type: 'FORBIDDEN',
        detail: 'the role viewer is not allowed to do this',
        resolution: 'Ask a member with one of these roles: owner, admin.',
      },
    },
  ],
};
