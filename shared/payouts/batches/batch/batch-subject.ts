import type { Subject } from '../../../journal/idempotency/subject.ts';

export const batchSubject: Subject = {
  lookUp: 'list batches by externalReferenceId before you resubmit, never under a new key',
  original: { field: 'originalBatchId', idPrefix: 'pb_' },
};
