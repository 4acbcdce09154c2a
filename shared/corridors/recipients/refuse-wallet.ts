import { ServiceError } from '../../ground/errors/service-error.ts';
import type { ApiKey, Scope } from '../../identity/api-key.ts';
import type { Organization } from '../../identity/organization.ts';
import { vaultSlot } from '../../ports/connections.ts';
import type { RecipientDetails } from '../../ports/corridor.ts';
import { hasVault } from '../catalog/served-corridors.ts';

/** Errors that any operation that can pay a wallet can answer. */
export const walletErrors = [
  'CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX',
  'CRYPTO_PAYOUTS_DISABLED',
  'WALLET_NOT_PROVISIONED',
] as const;

/** The scopes that a key needs to pay wallets. */
const needed: readonly Scope[] = ['write', 'crypto_payouts'];

interface Method {
  readonly kind: string;
  readonly recipientDetails: RecipientDetails;
}

type Payer = Pick<Organization, 'mode' | 'connections'>;

/**
 * Refuses to pay or register a wallet: in the sandbox, for a key without permission, and if the organization has no
 * vault for the wallet's chain, in this order (specification, Errors). Accepts every bank account.
 * @param keys of the request; empty if a person makes it, or people have voted
 * @throws ServiceError CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX, CRYPTO_PAYOUTS_DISABLED, WALLET_NOT_PROVISIONED
 */
export function refuseWallet(
  organization: Payer,
  { kind, recipientDetails: { chain = '' } }: Method,
  keys: readonly Pick<ApiKey, 'scopes'>[],
): void {
  if (kind !== 'crypto') return;
  refuseAnyWallet(organization, keys);
  if (!hasVault(organization, chain)) throw notProvisioned(`on ${chain}`);
}

/**
 * The refusals of `refuseWallet` that do not depend on the chain, because a request may name one that does not exist.
 * @throws as `refuseWallet` does
 */
export function refuseAnyWallet(organization: Payer, keys: readonly Pick<ApiKey, 'scopes'>[]): void {
  const { mode, connections = {} } = organization;
  if (mode !== 'live')
    throw new ServiceError(
      'CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX',
      'method.kind: test keys cannot pay crypto recipients',
    );
  const lacking = needed.filter((scope) => keys.some(({ scopes }) => !scopes.includes(scope)));
  if (lacking.length > 0)
    throw new ServiceError('CRYPTO_PAYOUTS_DISABLED', `the key lacks the scope ${lacking.join(' and ')}`);
  if (!Object.keys(connections).some((slot) => slot.startsWith(vaultSlot('')))) throw notProvisioned('on any chain');
}

function notProvisioned(where: string): ServiceError {
  return new ServiceError('WALLET_NOT_PROVISIONED', `the organization has nothing to pay wallets from ${where}`);
}
