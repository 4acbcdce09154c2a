import { type Address, encodeDeployData, isAddressEqual } from 'viem';
import { payoutVault } from '../../contracts/payout-vault.ts';
import { type ChainClient, type Deployed, type Deployment, deployFirst } from './deploy-first.ts';

export interface WantedVault extends Omit<Deployment, 'code'> {
  /** The account that pauses the vault, sets its signer and its limits, and withdraws. */
  readonly owner: Address;
  /** The account that pays within the limits. */
  readonly signer: Address;
}

/**
 * Deploys `PayoutVault`. It pays nothing until its owner has set a limit.
 * @returns undefined if it was not confirmed
 * @throws Error like `deployFirst`, and if the deployed vault has another owner or signer
 */
export async function deployVault({ owner, signer, ...wanted }: WantedVault): Promise<Deployed | undefined> {
  const code = encodeDeployData({ ...payoutVault, args: [owner, signer] });
  const deployed = await deployFirst({ ...wanted, code });
  if (!deployed) return;
  const { client, ...vault } = deployed;
  await verify(client, vault.address, { owner, signer });
  return vault;
}

async function verify(
  client: ChainClient,
  address: Address,
  wanted: Pick<WantedVault, 'owner' | 'signer'>,
): Promise<void> {
  const { abi } = payoutVault;
  const [owner, signer] = await Promise.all([
    client.readContract({ address, abi, functionName: 'owner' }),
    client.readContract({ address, abi, functionName: 'signer' }),
  ]);
  if (isAddressEqual(owner, wanted.owner) && isAddressEqual(signer, wanted.signer)) return;
  throw new Error(
    `The vault at ${address} has the owner ${owner} and the signer ${signer}. To deploy another one, use another key.`,
  );
}
