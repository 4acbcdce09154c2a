import { type Address, getContractAddress, isAddressEqual } from 'viem';
import type { KeyUse } from '../../../connections/key-alias.ts';
import { ConnectionRefused, type TrialPlace } from '../../../ports/connections.ts';
import { checkAlias } from '../signer/check-alias.ts';
import { namedSigner } from '../signer/named-signer.ts';
import { namesKey } from '../signer/signer-name.ts';
import type { ConnectedFactory } from './check-contracts.ts';

type SignerPlace = Pick<TrialPlace, 'loopback' | 'stage'>;

/**
 * Asks a signer for its account. The account pays for gas and must not hold customers' money, because functions of the
 * service can sign with it.
 * @throws ConnectionRefused if the signer gives no account, or one that has another purpose
 */
export async function checkSigner(
  name: string,
  { factory, treasury, secondTreasury }: Pick<ConnectedFactory, 'factory' | 'treasury' | 'secondTreasury'>,
  place: SignerPlace,
): Promise<Address> {
  const account = await signerAccount(name, 'signer', place);
  if ([treasury, secondTreasury].some((taker) => isAddressEqual(taker, account)))
    throw new ConnectionRefused(`the signer ${account} is a treasury`);
  if (isAddressEqual(getContractAddress({ from: account, nonce: 0n }), factory))
    throw new ConnectionRefused(`the signer ${account} has deployed the factory, and does nothing else`);
  return account;
}

/**
 * Asks a signer for its account.
 * @param use what it is to sign
 * @throws ConnectionRefused if the signer gives no account, or its key is for another use
 */
export async function signerAccount(name: string, use: KeyUse, { loopback, stage }: SignerPlace): Promise<Address> {
  if (!namesKey(name) && !loopback) throw new ConnectionRefused('a signer is a key of KMS, except on one machine');
  if (namesKey(name) && stage !== undefined) await checkAlias(name, { stage, use });
  try {
    return await namedSigner(name).address();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ConnectionRefused(`the signer shows no account: ${namesKey(name) ? error.name : error.message}`);
  }
}
