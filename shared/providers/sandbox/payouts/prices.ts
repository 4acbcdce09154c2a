import type { ProviderPorts } from '../../../ports/runtime.ts';
import { sandboxCorridors } from '../corridors/catalog.ts';
import { sandboxPaymentReasons } from './payment-reasons.ts';
import { sandboxRate } from './rates.ts';

/** What the sandbox's rail says without being called. */
export const sandboxCatalog: ProviderPorts['corridors']['payouts'] = {
  corridors: () => sandboxCorridors,
  paymentReasons: sandboxPaymentReasons,
};

/** What payouts of the sandbox cost. */
export const sandboxPrices: ProviderPorts['prices']['payouts'] = {
  ...sandboxCatalog,
  price: async (corridor) => ({ rate: sandboxRate(corridor), fee: corridor.fee }),
};
