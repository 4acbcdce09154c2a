import type { Subject } from '../../journal/idempotency/subject.ts';

export const linkSubject: Subject = { lookUp: 'list the links and check whether it took effect' };
