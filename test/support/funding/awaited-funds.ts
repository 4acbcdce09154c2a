import type { Payout } from '../../../shared/payouts/payout/payout.ts';

/** What makes a payout one that awaits 100 dollars of its organization, stored without the API. */
export const awaitedFunds = {
  status: 'awaiting_funds',
  requiresFunding: true,
  ledgerPositions: [],
  funding: {
    connectionId: 'conn_1',
    chain: 'base',
    token: 'USDC',
    contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    sinceBlock: 1_000,
    amount: 100_000_000n,
    received: 0n,
  },
} as const satisfies Partial<Payout>;
