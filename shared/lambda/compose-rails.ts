import type { Rails, Runtime } from '../ports/runtime.ts';
import { type Screening, ScreeningUnavailable } from '../ports/screening.ts';

/** A way to send real money. It does not say who may be paid: that is screened by the stage's list, whatever the rail. */
export type LiveRail = Omit<Rails, 'screening'>;

export interface Adapters {
  readonly sandbox: Rails;
  /** Undefined where the stage has none: live organizations then have no corridor. */
  readonly live?: LiveRail | undefined;
  /** Undefined where the stage names no list: nobody is registered live then. */
  readonly screening?: Screening | undefined;
}

/** The ports of either mode. */
export function composeRails({ sandbox, live, screening = withoutList }: Adapters): Runtime['rails'] {
  const liveRails = live && { ...live, screening };
  return (mode) => (mode === 'sandbox' ? sandbox : liveRails);
}

const withoutList: Screening = {
  async screen() {
    throw new ScreeningUnavailable('the stage names no screening list');
  },
};
