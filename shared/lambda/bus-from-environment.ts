import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { createEventBridgeBus } from '../adapters/eventbridge-bus.ts';
import { boundClient } from '../ground/aws/bound-client.ts';
import type { EventBus } from '../ports/event-bus.ts';

/** The stage's bus; undefined where it has none. */
export function busFromEnvironment(): EventBus | undefined {
  const busName = process.env.EVENT_BUS_NAME;
  return busName ? createEventBridgeBus({ client: boundClient(new EventBridgeClient({})), busName }) : undefined;
}
