import type { ProviderPort } from '../../../ports/wiring/provider.ts';
import { listNeeds } from './list-needs.ts';
import { screeningByList } from './screening-list.ts';

/** The stage's list is used to screen recipients for every live rail. */
export const screening: ProviderPort<'screening'> = {
  ...listNeeds,
  open: (place) => ({ screening: screeningByList(place) }),
};
