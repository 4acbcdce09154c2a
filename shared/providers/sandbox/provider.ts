import type { Provider } from '../../ports/wiring/provider.ts';
import { sandboxCorridors } from './corridors/catalog.ts';
import { cardPages } from './ports/card-pages.ts';
import { cardRanges } from './ports/card-ranges.ts';
import { cards } from './ports/cards.ts';
import { chain } from './ports/chain.ts';
import { corridors } from './ports/corridors.ts';
import { payouts } from './ports/payouts.ts';
import { prices } from './ports/prices.ts';
import { registration } from './ports/registration.ts';
import { rescreening } from './ports/rescreening.ts';
import { screening } from './ports/screening.ts';
import { sentPayouts } from './ports/sent-payouts.ts';
import { testTransfers } from './ports/test-transfers.ts';
import { tokens } from './ports/tokens.ts';
import { transfers } from './ports/transfers.ts';

/** Everything that sandbox organizations reach. It moves no money, and accounts and amounts select what happens. */
export const sandbox: Provider = {
  name: 'sandbox',
  mode: 'sandbox',
  corridors: sandboxCorridors,
  ports: {
    corridors,
    prices,
    payouts,
    sentPayouts,
    registration,
    screening,
    rescreening,
    cardRanges,
    cardPages,
    cards,
    tokens,
    chain,
    transfers,
    testTransfers,
  },
};
