import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { defineWorker, type ImagePattern } from '../../shared/contract/worker.ts';
import { plainItem } from '../../shared/ground/table/plain-item.ts';
import type { DueWork } from '../../shared/journal/due/due-work.ts';
import { type DueChange, hintDueWork } from '../../shared/journal/due/hint-due-work.ts';
import { type Event, EventEntity } from '../../shared/journal/rows/event.ts';
import { hintEvents } from '../../shared/webhooks/offering/hint-events.ts';

/** Matches rows that became due at another time. A claim also changes that time, but creates no work. */
const dueRows = { dueAt: { N: [{ exists: true }] }, claim: { S: [{ exists: false }] } } as const satisfies ImagePattern;
/** Matches events that a webhook endpoint may want, or all events if the stage has an event bus. */
const listenedEvents = { listened: { BOOL: [{ exists: true }] } } as const satisfies ImagePattern;
const everyEvent = { _et: { S: ['event'] } } as const satisfies ImagePattern;

/** The first consumer of the table's stream. It only creates hints, and most writes never start it. */
export const worker = defineWorker({
  name: 'hint-due-work',
  trigger: { type: 'table-stream', follows: (hasBus) => [dueRows, hasBus ? everyEvent : listenedEvents] },
  timeoutSeconds: 30,
  uses: ['eventBusPresence'],
  handle: async ({ Records }: DynamoDBStreamEvent, runtime) => {
    await Promise.all([
      hintDueWork(runtime, Records.flatMap(changeOf)),
      hintEvents(
        runtime,
        Records.flatMap((record) => eventOf(record, runtime.busEnabled === true)),
      ),
    ]);
  },
});

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];

function changeOf({ dynamodb }: DynamoDBRecord): DueChange[] {
  if (!dynamodb?.NewImage?.dueAt) return [];
  const image = (attributes: Image) => plainItem(attributes ?? {}) as unknown as DueWork;
  return [{ before: dynamodb.OldImage && image(dynamodb.OldImage), after: image(dynamodb.NewImage) }];
}

/** Returns a new event that some endpoint may want. If the stage has an event bus, every event counts. */
function eventOf({ dynamodb }: DynamoDBRecord, areAllWanted: boolean): Event[] {
  const { NewImage } = dynamodb ?? {};
  if (NewImage?._et?.S !== EventEntity.entityName || !(areAllWanted || NewImage.listened)) return [];
  return [plainItem(NewImage) as unknown as Event];
}
