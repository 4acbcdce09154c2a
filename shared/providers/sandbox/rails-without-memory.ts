import type { CardAcquirer } from '../../ports/card-acquirer.ts';
import type { Rails } from '../../ports/runtime.ts';
import { sandboxRange } from './cards/range.ts';
import { sandboxRails } from './rails-without-network.ts';

async function fail(): Promise<never> {
  throw new Error('the sandbox has no memory here');
}

const unasked = { rememberKeysForMs: 0, call: fail, find: fail };

/** Reports what it can charge, and nothing else, so that most functions bundle none of the sandbox's acquirer. */
export const acquirerWithoutMemory: CardAcquirer = {
  range: sandboxRange,
  prices: unasked,
  sessions: unasked,
  refunds: unasked,
  closePrice: fail,
  closeSession: fail,
  readSession: fail,
  readCharge: fail,
};

/** Every port of the sandbox, for code that only describes them: nothing is remembered, so nothing can be asked. */
export const sandboxWithoutMemory: Rails = {
  ...sandboxRails,
  acquirer: acquirerWithoutMemory,
  chain: { head: fail, transfers: fail },
};
