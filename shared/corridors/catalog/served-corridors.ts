import type { Organization } from '../../identity/organization.ts';
import { chainSlot, vaultSlot } from '../../ports/connections.ts';
import type { BankCorridor, Corridor, SelfFunding, WalletCorridor } from '../../ports/corridor.ts';
import type { Mode, RailCapabilities, Runtime } from '../../ports/runtime.ts';

type Railed = Pick<Runtime<'corridors'>, 'rails'>;
type Served = Pick<Organization, 'organizationId' | 'mode' | 'settlementCurrency'>;
type Connected = Served & Pick<Organization, 'connections'>;

/** A corridor with its rail: the one that new payouts use. */
interface Route {
  /** The name of the rail, which is that of its provider. */
  readonly rail: string;
}

export type RoutedCorridor = Corridor & Route;
export type RoutedBankCorridor = BankCorridor & Route;
export type RoutedWalletCorridor = WalletCorridor & Route;

/**
 * Every corridor that an organization's balance can pay on, with its rail. Payouts are paid only from the settlement
 * currency, so corridors from another currency do not exist for it, nor do corridors of wallets on chains for which it
 * has no vault. Empty if no adapter is configured for its mode.
 */
export function servedCorridors({ rails }: Railed, organization: Connected): readonly RoutedCorridor[] {
  return corridorsFor({ rails }, organization).filter(
    ({ funding, wallet }) => funding === undefined && (!wallet || hasVault(organization, wallet.chain)),
  );
}

/** The served corridors that pay into bank accounts, for people who cannot be asked for a wallet. */
export function servedBankCorridors(railed: Railed, organization: Served): readonly RoutedBankCorridor[] {
  return servedCorridors(railed, organization).filter((corridor) => corridor.methodKind === 'fiat');
}

/** The wallet corridors of an organization's rails, whether or not it has a vault for their chains. */
export function walletCorridors(railed: Railed, organization: Served): readonly RoutedWalletCorridor[] {
  return corridorsFor(railed, organization).filter((corridor) => corridor.methodKind === 'crypto');
}

/** Whether an organization has a vault that pays wallets on a chain. */
export function hasVault({ connections = {} }: Pick<Organization, 'connections'>, chain: string): boolean {
  return Object.hasOwn(connections, vaultSlot(chain));
}

/** A corridor whose payouts the organization funds itself. */
export type SelfFundedCorridor = RoutedCorridor & { readonly funding: SelfFunding };

/** Every corridor whose payouts an organization can fund itself: those of chains for which it has a connection. */
export function selfFundedCorridors(railed: Railed, organization: Connected): readonly SelfFundedCorridor[] {
  const { connections = {} } = organization;
  return corridorsFor(railed, organization).filter(
    (corridor): corridor is SelfFundedCorridor =>
      corridor.funding !== undefined && Object.hasOwn(connections, chainSlot(corridor.funding.chain)),
  );
}

function corridorsFor({ rails }: Railed, { organizationId, mode, settlementCurrency }: Served): RoutedCorridor[] {
  return routesOf(rails(mode)?.payouts ?? {}, organizationId).filter(
    ({ sourceCurrency }) => sourceCurrency === settlementCurrency,
  );
}

/** The rail of a corridor is the first one that has it and serves the organization. */
function routesOf(payouts: RailCapabilities['corridors']['payouts'], organizationId: string): RoutedCorridor[] {
  const routes = new Map<string, RoutedCorridor>();
  for (const [name, rail] of Object.entries(payouts)) {
    if (rail.serves && !rail.serves(organizationId)) continue;
    for (const corridor of rail.corridors()) {
      if (!routes.has(corridor.corridorId)) routes.set(corridor.corridorId, { ...corridor, rail: name });
    }
  }
  return [...routes.values()];
}

/** The currencies that a mode's corridors pay from, sorted by code. */
export function payingCurrencies({ rails }: Railed, mode: Mode): readonly string[] {
  const corridors = Object.values(rails(mode)?.payouts ?? {}).flatMap((rail) => rail.corridors());
  return [...new Set(corridors.map(({ sourceCurrency }) => sourceCurrency))].sort();
}
