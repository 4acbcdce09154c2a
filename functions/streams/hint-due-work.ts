import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { DueWork } from '../../shared/due/due-work.ts';
import { type DueChange, hintDueWork } from '../../shared/due/hint-due-work.ts';
import { serveWorker } from '../../shared/runtime/serve-worker.ts';
import { defineWorker } from '../../shared/runtime/worker.ts';

/** The one consumer of the table's stream. It only makes hints. */
export const worker = defineWorker({
  name: 'hint-due-work',
  trigger: { type: 'table-stream' },
  timeoutSeconds: 30,
  handle: async ({ Records }: DynamoDBStreamEvent, runtime) => {
    await hintDueWork(runtime, Records.flatMap(changeOf));
  },
});

function changeOf({ dynamodb }: DynamoDBRecord): DueChange[] {
  if (!dynamodb?.NewImage?.dueAt) return [];
  const image = (attributes: typeof dynamodb.NewImage) => unmarshall(attributes as never) as DueWork;
  return [{ before: dynamodb.OldImage && image(dynamodb.OldImage), after: image(dynamodb.NewImage) }];
}

export const handler = serveWorker(worker);
