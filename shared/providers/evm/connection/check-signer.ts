import { type Address, getContractAddress, isAddressEqual } from 'viem';
import { ConnectionRefused, type TrialPlace } from '../../../ports/connections.ts';
import { namedSigner } from '../signer/named-signer.ts';
import { namesKey } from '../signer/signer-name.ts';
import type { ConnectedFactory } from './check-contracts.ts';

/**
 * Asks a signer for its account. It pays for gas and may hold no money of customers, because functions of the service may sign with it.
 * @throws ConnectionRefused where it shows none, or one that has to do something else
 */
export async function checkSigner(
  name: string,
  { factory, treasury, secondTreasury }: Pick<ConnectedFactory, 'factory' | 'treasury' | 'secondTreasury'>,
  place: Pick<TrialPlace, 'loopback'>,
): Promise<Address> {
  const account = await signerAccount(name, place);
  if ([treasury, secondTreasury].some((taker) => isAddressEqual(taker, account)))
    throw new ConnectionRefused(`the signer ${account} is a treasury`);
  if (isAddressEqual(getContractAddress({ from: account, nonce: 0n }), factory))
    throw new ConnectionRefused(`the signer ${account} has deployed the factory, and does nothing else`);
  return account;
}

/**
 * Asks a signer for its account.
 * @throws ConnectionRefused where it shows none
 */
export async function signerAccount(name: string, { loopback }: Pick<TrialPlace, 'loopback'>): Promise<Address> {
  if (!namesKey(name) && !loopback) throw new ConnectionRefused('a signer is a key of KMS, except on one machine');
  try {
    return await namedSigner(name).address();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ConnectionRefused(`the signer shows no account: ${namesKey(name) ? error.name : error.message}`);
  }
}
