import { type Address, isAddressEqual } from 'viem';
import { ConnectionRefused } from '../../../ports/connections.ts';
import type { NodeBlock } from '../node.ts';
import { flushesIn, transfersIn } from '../token-transfers.ts';
import type { Witnesses } from '../witnesses.ts';
import type { ConnectedFactory } from './check-contracts.ts';
import type { ChainSettings } from './settings.ts';

/**
 * A treasury that nobody can send from would take the money of every payout for good. So a token has to have come to it from a deposit
 * address, and to have been sent on by it afterwards, on this very chain.
 * @throws ConnectionRefused where the transactions that the operator names do not show that
 */
export async function checkTreasury(
  witnesses: Witnesses,
  { factory, treasury }: ConnectedFactory,
  { proof, tokens }: Pick<ChainSettings, 'proof'> & { readonly tokens: readonly Address[] },
  final: NodeBlock,
): Promise<void> {
  const [flushed, returned] = await Promise.all([
    witnesses.transaction(proof.flushed, final),
    witnesses.transaction(proof.returned, final),
  ]);
  const flush = flushesIn(flushed, factory).find(
    ({ token, to, amount }) => amount > 0n && isAddressEqual(to, treasury) && isOneOf(tokens, token),
  );
  if (!flush) throw new ConnectionRefused(`${proof.flushed} flushed no token from ${factory} to ${treasury}`);
  const isSentOn = transfersIn(returned, flush.token).some(
    ({ from, amount }) => amount > 0n && isAddressEqual(from, treasury),
  );
  if (!isSentOn || returned.blockNumber < flushed.blockNumber)
    throw new ConnectionRefused(`${proof.returned} did not send the token on from ${treasury} afterwards`);
}

function isOneOf(addresses: readonly Address[], wanted: Address): boolean {
  return addresses.some((address) => isAddressEqual(address, wanted));
}
