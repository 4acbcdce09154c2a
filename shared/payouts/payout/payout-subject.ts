import type { Subject } from '../../journal/idempotency/subject.ts';

export const payoutSubject: Subject = {
  lookUp: 'look the payout up in orders by its reference',
  original: { field: 'originalPayoutId', idPrefix: 'po_' },
};
