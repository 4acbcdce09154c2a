import type { Subject } from '../../journal/idempotency/subject.ts';

export const linkSubject: Subject = { lookUp: 'list links and look whether it took effect' };
