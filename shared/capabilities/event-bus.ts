import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { createEventBridgeBus } from '../adapters/eventbridge-bus.ts';
import { boundClient } from '../ground/aws/bound-client.ts';
import type { PortCapability } from '../ports/wiring/capability.ts';

export const eventBus: PortCapability<'eventBus'> = {
  grants: [{ actions: ['events:PutEvents'], on: 'eventBus' }],
  environment: { EVENT_BUS_NAME: 'eventBusName' },
  ports: ({ environment: { EVENT_BUS_NAME: busName } }) => ({
    bus: busName ? createEventBridgeBus({ client: boundClient(new EventBridgeClient({})), busName }) : undefined,
  }),
};
