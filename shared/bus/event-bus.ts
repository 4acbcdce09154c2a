import type { Event } from '../events/event.ts';

/** Carries the feed to other systems of the account. At least once, in order as far as no attempt failed. */
export interface EventBus {
  /**
   * @param events of one organization, in the order of its feed; any number
   * @returns how many of them, from the first on, the bus has taken
   */
  publish(events: readonly Event[]): Promise<number>;
}
