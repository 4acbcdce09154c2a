import type { Subject } from '../../journal/idempotency/subject.ts';

export const refundSubject: Subject = {
  lookUp: 'read the payment: refundedBase moves and a refund event follows if it went through; never use a new key',
};
