import { type Address, isAddressEqual } from 'viem';
import { ConnectionRefused } from '../../../ports/connections.ts';
import type { NodeBlock } from '../node.ts';
import { flushesIn, transfersIn } from '../token-transfers.ts';
import type { Witnesses } from '../witnesses.ts';
import type { ConnectedFactory } from './check-contracts.ts';
import type { ChainSettings } from './settings.ts';

/**
 * A treasury that nobody can send from would lose the money of every payout. Therefore a token must have reached it
 * from a deposit address, and must have been sent on from it afterwards, on the same chain.
 * @throws ConnectionRefused if the transactions that the operator names do not prove this
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
