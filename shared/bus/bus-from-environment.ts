import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { requestHandler } from '../runtime/from-environment.ts';
import type { EventBus } from './event-bus.ts';
import { createEventBridgeBus } from './eventbridge-bus.ts';

/** The stage's bus; undefined where it has none. */
export function busFromEnvironment(): EventBus | undefined {
  const busName = process.env.EVENT_BUS_NAME;
  return busName ? createEventBridgeBus({ client: new EventBridgeClient({ requestHandler }), busName }) : undefined;
}
