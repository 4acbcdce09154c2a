import type { Subject } from '../../journal/idempotency/subject.ts';

export const paymentSubject: Subject = { lookUp: 'list the payments on the link before you send the request again' };
