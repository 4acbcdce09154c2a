import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { listNeeds } from './list-needs.ts';
import { screeningByList } from './screening-list.ts';

/** How old the list may be when all recipients are screened again. Milliseconds. */
const maxAgeMs = 60_000;

/** Screening with the current list. */
export const rescreening: ProviderPort<'rescreening'> = {
  ...listNeeds,
  open: (place) => ({ screening: screeningByList(place, { maxAgeMs }) }),
};
