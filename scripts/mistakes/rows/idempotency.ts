import type { Group } from '../mistake.ts';

export const idempotency: Group = {
  title: 'Idempotency keys',
  mistakes: [
    {
      did: 'left out the idempotency key',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
        idempotencyKey: 'none',
      },
      answered: {
        status: 400,
        type: 'IDEMPOTENCY_KEY_REQUIRED',
        detail: 'the Idempotency-Key header is missing',
        resolution:
          'Add the header Idempotency-Key with a unique value for this operation, such as a UUID, and sign it. Send the same value with every retry.',
      },
    },
    {
      did: 'sent an empty idempotency key',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
        idempotencyKey: '',
      },
      answered: {
        status: 400,
        type: 'IDEMPOTENCY_KEY_INVALID',
        detail: 'Idempotency-Key is empty',
        resolution: 'Use 1 to 255 characters of A-Z a-z 0-9 _ . : - such as a UUID.',
      },
    },
    {
      did: 'wrote a space into the idempotency key',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
        idempotencyKey: 'invoice 7',
      },
      answered: {
        status: 400,
        type: 'IDEMPOTENCY_KEY_INVALID',
        detail: 'Idempotency-Key has a space as character 8',
        resolution: 'Use 1 to 255 characters of A-Z a-z 0-9 _ . : - such as a UUID.',
      },
    },
    {
      did: 'sent an idempotency key of 300 characters',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
        idempotencyKey:
          'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk',
      },
      answered: {
        status: 400,
        type: 'IDEMPOTENCY_KEY_INVALID',
        detail: 'Idempotency-Key has 300 characters, more than 255',
        resolution: 'Use 1 to 255 characters of A-Z a-z 0-9 _ . : - such as a UUID.',
      },
    },
    {
      did: 'used an idempotency key for another request',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '11.00',
          destinationAccountId: '{account}',
        },
        idempotencyKey: '{usedKey}',
      },
      answered: {
        status: 409,
        type: 'IDEMPOTENCY_KEY_CONFLICT',
        detail: 'this idempotency key was used for a different request',
        resolution: 'Use a new idempotency key for a new request. Do not retry this one.',
      },
    },
    {
      did: 'sent the same payout again under another key',
      sent: {
        method: 'POST',
        path: '/payments/organizations/{orgId}/payouts',
        body: {
          amount: '10.00',
          destinationAccountId: '{account}',
        },
        idempotencyKey: 'another-key',
      },
      answered: {
        status: 409,
        type: 'DUPLICATE_REQUEST_DETECTED',
        detail:
          'an identical request was executed under another idempotency key within the last 15 minutes; nothing was executed',
        resolution:
          'If this was a retry, send it with originalIdempotencyKey in the Idempotency-Key header. If you want both, add X-Allow-Duplicate: true.',
      },
    },
  ],
};
