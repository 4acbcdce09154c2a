import type { Runtime } from '../../ports/runtime.ts';
import type { SenderScreening } from '../../ports/screening.ts';
import { type ListToScreen, listToScreen } from './list-to-screen.ts';

/**
 * Screens addresses of chains against the digital currency addresses of OFAC's list. The log has the listed entity's number.
 * @returns a port that throws ScreeningUnavailable when the list cannot be read
 */
export function createSenderScreening({ log, ...options }: ListToScreen & Pick<Runtime, 'log'>): SenderScreening {
  const list = listToScreen(options, ({ addresses }) => addresses);
  return {
    async screenSender(address) {
      const entityNumber = (await list()).get(address.toLowerCase());
      if (entityNumber === undefined) return 'clear';
      log.warn('screening refused a sender', { entityNumber });
      return 'refused';
    },
  };
}
