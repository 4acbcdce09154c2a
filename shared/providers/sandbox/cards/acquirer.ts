import type { CardAcquirer } from '../../../ports/card-acquirer.ts';
import { sandboxCharges } from './charges.ts';
import type { AcquirerMemory } from './memory.ts';
import { sandboxPrices } from './prices.ts';
import { sandboxRange } from './range.ts';
import { sandboxRefunds } from './refunds.ts';
import { sandboxSessions } from './sessions.ts';

/** The card acquirer of sandbox organizations. It remembers its calls, as real ones do. */
export function sandboxAcquirer(memory: AcquirerMemory): CardAcquirer {
  return {
    range: sandboxRange,
    ...sandboxPrices(memory),
    ...sandboxSessions(memory),
    ...sandboxRefunds(memory),
    ...sandboxCharges(memory),
  };
}
