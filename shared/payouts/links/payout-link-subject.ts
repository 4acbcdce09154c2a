import type { Subject } from '../../journal/idempotency/subject.ts';

export const payoutLinkSubject: Subject = {
  lookUp: 'list payout links by reference before you make another',
  original: { field: 'originalPayoutLinkId', idPrefix: 'pl_' },
};
