import { type EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import type { EventBus, PublishedEvent } from '../ports/event-bus.ts';
import { presentEvent } from '../records/events/list-events.ts';

/** The most entries that one PutEvents call accepts. */
const entriesAtOnce = 10;

/**
 * The source that rules match on. `detail-type` is the event's type, and `detail` is the event as the feed shows it,
 * with its organization.
 */
export const eventSource = 'sluice';

interface Options {
  readonly client: Pick<EventBridgeClient, 'send'>;
  readonly busName: string;
}

/** An EventBridge bus of the stage. */
export function createEventBridgeBus({ client, busName }: Options): EventBus {
  return {
    async publish(events) {
      for (let start = 0; start < events.length; start += entriesAtOnce) {
        const batch = events.slice(start, start + entriesAtOnce);
        const { Entries = [] } = await client.send(
          new PutEventsCommand({ Entries: batch.map((event) => entryOf(event, busName)) }),
        );
        const refused = Entries.findIndex(({ ErrorCode }) => ErrorCode !== undefined);
        if (refused !== -1) return start + refused;
      }
      return events.length;
    },
  };
}

function entryOf(event: PublishedEvent, EventBusName: string): PutEventsRequestEntry {
  const { organizationId, type, createdAt } = event;
  return {
    EventBusName,
    Source: eventSource,
    DetailType: type,
    Detail: JSON.stringify({ organizationId, ...presentEvent(event) }),
    Time: new Date(createdAt),
  };
}
