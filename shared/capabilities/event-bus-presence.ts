import type { PortCapability } from '../ports/wiring/capability.ts';

export const eventBusPresence: PortCapability<'eventBusPresence'> = {
  environment: { EVENT_BUS_NAME: 'eventBusName' },
  ports: ({ environment }) => ({ busEnabled: environment.EVENT_BUS_NAME !== undefined }),
};
