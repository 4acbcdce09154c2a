import type { Group } from '../mistake.ts';

export const queries: Group = {
  title: 'Queries and ids in paths',
  mistakes: [
    {
      did: 'misspelt a parameter',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/orders?referense=invoice-7',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'referense: is not a known field: did you mean reference?',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'sent a parameter that there is not',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/orders?page=2',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'page: is not a known field: the fields are cursor, limit, reference, status',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'gave a parameter twice',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/orders?status=pending&status=failed',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'status: is given more than once',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'filtered by a value that is none',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/orders?status=complete',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail:
          'status[0]: is not one of pending, processing, completed, failed, returned, canceled: did you mean completed?',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'filtered by an event type that is none',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/events?type=payout.complete',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail:
          'type[0]: is not one of payout.pending, payout.processing, payout.completed, payout.failed, payout.returned, payout.canceled, payout_batch.awaiting_confirmation, payout_batch.completed, payout_batch.canceled, payout_approval.requested, payout_approval.executed, payout_approval.rejected, payout_approval.expired, payout_approval.failed, webhook_endpoint.disabled, checkout_payment.paid, checkout_payment.refunded, checkout_payment.partially_refunded, checkout_payment.refund_failed, checkout_payment.reversed, deposit.completed, payout_link.created, payout_link.claimed, payout_link.canceled, payout_link.expired: did you mean payout.completed?',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'asked for more rows than a page has',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/orders?limit=1000',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'limit: is not a number from 1 to 100',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'used the cursor of another list',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/orders?cursor={otherCursor}',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'cursor: unrecognized',
        resolution:
          'Send the nextCursor of the previous page of the same list and organization, unchanged; or omit cursor to start over.',
      },
    },
    {
      did: 'read the feed from a time',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/events?since=1769860800',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail: 'since: is above the newest sequence of this feed: it is a sequence, not a time',
        resolution:
          'Send the nextSince of the page before, or the sequence of an event of this organization. If there is none, because the data was deleted or is older than your sequence, begin with 0 and tell events apart by id.',
      },
    },
    {
      did: 'wrote an instant without a time zone',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/audit-events?createdAfter=2026-01-31T12:00:00',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail:
          'createdAfter: is not an instant such as 2026-01-31T12:00:00Z, with a time zone: add Z, or an offset such as +01:00',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote a date for an instant',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/audit-events?createdAfter=2026-01-31',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail:
          'createdAfter: is not an instant such as 2026-01-31T12:00:00Z, with a time zone: add the time, as T00:00:00Z',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'wrote + in a query as it is',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/audit-events?createdAfter=2026-01-31T12:00:00+01:00',
      },
      answered: {
        status: 400,
        type: 'VALIDATION_ERROR',
        detail:
          'createdAfter: is not an instant such as 2026-01-31T12:00:00Z, with a time zone: write + as %2B in a query',
        resolution: 'Fix the fields named in errors and send the request again.',
      },
    },
    {
      did: 'read a payout by the id of a recipient',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/orders/{recipient}',
      },
      answered: {
        status: 404,
        type: 'NOT_FOUND',
        detail: 'no such payout: payoutId starts with rcp_, like ids of recipients; ids of payouts start with po_',
        resolution: 'Send an id of the right kind as payoutId.',
      },
    },
    {
      did: 'read a batch by the id of a payout',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/payouts/batches/po_0a1b2c3d4e5f',
      },
      answered: {
        status: 404,
        type: 'BATCH_NOT_FOUND',
        detail: 'no such batch: batchId starts with po_, like ids of payouts; ids of payout batches start with pb_',
        resolution: 'Send an id of the right kind as batchId.',
      },
    },
    {
      did: 'read a payout that there is not',
      sent: {
        method: 'GET',
        path: '/payments/organizations/{orgId}/orders/po_0a1b2c3d4e5f',
      },
      answered: {
        status: 404,
        type: 'NOT_FOUND',
        detail: 'no such payout',
        resolution: 'Check the id.',
      },
    },
  ],
};
