import type { Corridor } from '../../../shared/ports/corridor.ts';
import { sandboxCorridors } from '../../../shared/providers/sandbox/corridors/catalog.ts';

const fromBalance = sandboxCorridors.find(({ corridorId }) => corridorId === 'eur_de_iban') as Corridor;

/** The corridor of euro accounts once more, funded in USDC on Base, with a fee of its own. */
export const selfFundedCorridor = {
  ...fromBalance,
  corridorId: 'eur_de_iban_base_usdc',
  fee: 25n,
  funding: { chain: 'base', token: 'USDC', accountsOf: fromBalance.corridorId },
} as const satisfies Corridor;
