import type { PortCapability } from '../../../ports/wiring/capability.ts';
import { listSourceAt } from '../list-location.ts';
import { createSenderScreening } from '../list-senders.ts';
import { listNeeds } from './list-needs.ts';

export const senderScreening: PortCapability<'senderScreening'> = {
  ...listNeeds,
  ports: ({ environment: { SCREENING_LIST }, clock, log }) => ({
    senders: SCREENING_LIST ? createSenderScreening({ source: listSourceAt(SCREENING_LIST), clock, log }) : undefined,
  }),
};
