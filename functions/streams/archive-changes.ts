import type { DynamoDBStreamEvent } from 'aws-lambda';
import { defineWorker } from '../../shared/contract/worker.ts';
import { changesOf } from '../../shared/records/archive/changes-of.ts';

/**
 * The second consumer of the table's stream. It stores every change, so that the changes that a restore has undone can
 * be found.
 */
export const worker = defineWorker({
  name: 'archive-changes',
  trigger: { type: 'table-changes' },
  timeoutSeconds: 60,
  uses: ['archive'],
  handle: async ({ Records }: DynamoDBStreamEvent, { archive, clock }) => {
    const changes = changesOf(Records, clock());
    if (changes.length === 0) return;
    if (!archive) throw new Error('this stage has no archive of changes');
    await archive.add(Records[0]?.eventSourceARN ?? '', changes);
  },
});
