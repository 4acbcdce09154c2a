import type { Organization } from '../../identity/organization.ts';
import type { Corridor } from '../../ports/corridor.ts';
import type { Mode, Runtime } from '../../ports/runtime.ts';

type Railed = Pick<Runtime<'corridors'>, 'rails'>;

/**
 * Every corridor that an organization can pay on. Payouts are paid from the settlement currency only, so corridors from
 * another currency do not exist for it. None where no adapter is configured for its mode.
 */
export function servedCorridors(
  runtime: Railed,
  { mode, settlementCurrency }: Pick<Organization, 'mode' | 'settlementCurrency'>,
): readonly Corridor[] {
  return corridorsOf(runtime, mode).filter(({ sourceCurrency }) => sourceCurrency === settlementCurrency);
}

/** The currencies that a mode's corridors pay from, in the order of their codes. */
export function payingCurrencies(runtime: Railed, mode: Mode): readonly string[] {
  return [...new Set(corridorsOf(runtime, mode).map(({ sourceCurrency }) => sourceCurrency))].sort();
}

function corridorsOf({ rails }: Railed, mode: Mode): readonly Corridor[] {
  return rails(mode)?.payouts.corridors() ?? [];
}
