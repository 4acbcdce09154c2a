import type { Rails, WholeRuntime } from '../ports/runtime.ts';
import { type Screening, ScreeningUnavailable } from '../ports/screening.ts';

/**
 * An adapter that sends real money. It does not decide who may be paid: the stage's list screens recipients for every
 * rail.
 */
export type LiveRail = Omit<Rails, 'screening'>;

export interface Adapters {
  readonly sandbox: Rails;
  /** Undefined where the stage has none: live organizations then have no corridor. */
  readonly live?: LiveRail | undefined;
  /** Undefined where the stage names no list: then nobody is registered live. */
  readonly screening?: Screening | undefined;
}

/** The ports of each mode. */
export function composeRails({ sandbox, live, screening = withoutList }: Adapters): WholeRuntime['rails'] {
  const liveRails = live && { ...live, screening };
  return (mode) => (mode === 'sandbox' ? sandbox : liveRails);
}

const withoutList: Screening = {
  async screen() {
    throw new ScreeningUnavailable('the stage names no screening list');
  },
};
