import type { Subject } from '../../journal/idempotency/subject.ts';

export const refundSubject: Subject = {
  lookUp:
    'read the payment: if the refund went through, refundedBase increases and a refund event follows; never use a new key',
};
