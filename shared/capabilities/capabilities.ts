import type { Capability } from '../ports/runtime.ts';
import { archive } from './archive.ts';
import { archivedChanges } from './archived-changes.ts';
import { canary } from './canary.ts';
import { canaryKey } from './canary-key.ts';
import type { Needs } from './capability.ts';
import { eventBus } from './event-bus.ts';
import { eventBusPresence } from './event-bus-presence.ts';
import { heartbeats } from './heartbeats.ts';
import { mail } from './mail.ts';
import { pages } from './pages.ts';
import { cardPages } from './rails/card-pages.ts';
import { cardRanges } from './rails/card-ranges.ts';
import { cards } from './rails/cards.ts';
import { chain } from './rails/chain.ts';
import { corridors } from './rails/corridors.ts';
import { funding } from './rails/funding.ts';
import { payouts } from './rails/payouts.ts';
import { prices } from './rails/prices.ts';
import { registration } from './rails/registration.ts';
import { rescreening } from './rails/rescreening.ts';
import { screening } from './rails/screening.ts';
import { sentPayouts } from './rails/sent-payouts.ts';
import { tokens } from './rails/tokens.ts';
import { transfers } from './rails/transfers.ts';
import { receiverAddresses } from './receiver-addresses.ts';
import { receivers } from './receivers.ts';
import { screeningReview } from './screening-review.ts';
import { sealing } from './sealing.ts';
import { secretRotation } from './secret-rotation.ts';
import { sessions } from './sessions.ts';

/** Every capability, for what makes stages. A function imports its own ones alone. */
export const capabilities: Readonly<Record<Capability, Needs>> = {
  sessions,
  sealing,
  receivers,
  receiverAddresses,
  pages,
  mail,
  eventBus,
  eventBusPresence,
  heartbeats,
  archive,
  archivedChanges,
  screeningReview,
  secretRotation,
  canaryKey,
  canary,
  corridors,
  prices,
  funding,
  payouts,
  sentPayouts,
  registration,
  rescreening,
  screening,
  cardRanges,
  cardPages,
  cards,
  tokens,
  chain,
  transfers,
};
