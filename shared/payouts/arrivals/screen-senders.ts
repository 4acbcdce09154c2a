import { connectedAddresses } from '../../connections/own-addresses.ts';
import type { DepositTransfer } from '../../ports/deposit-chain.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { ScreeningUnavailable } from '../../ports/screening.ts';

/**
 * Screens the owners of the tokens and the signers, because a router moves the tokens of others.
 * @returns the transfers of listed senders
 * @throws ScreeningUnavailable
 */
async function fromListedSenders(
  { senders }: Pick<Runtime<'senderScreening'>, 'senders'>,
  transfers: readonly DepositTransfer[],
): Promise<ReadonlySet<DepositTransfer>> {
  if (!senders) throw new ScreeningUnavailable('no list of addresses is set up');
  const listed = new Set<string>();
  for (const address of new Set(transfers.flatMap(({ from, signer }) => [from, signer])))
    if ((await senders.screenSender(address)) === 'refused') listed.add(address);
  return new Set(transfers.filter(({ from, signer }) => listed.has(from) || listed.has(signer)));
}

/**
 * What is known about the senders of transfers.
 * @param read the addresses of connections, if the caller has already read them
 * @throws ScreeningUnavailable
 */
export async function knownSenders(
  runtime: Pick<Runtime<'senderScreening'>, 'senders' | 'store'>,
  transfers: readonly DepositTransfer[],
  read?: ReadonlySet<string>,
): Promise<{ readonly listed: ReadonlySet<DepositTransfer>; readonly own: ReadonlySet<DepositTransfer> }> {
  const [listed, ours] = await Promise.all([
    fromListedSenders(runtime, transfers),
    read ?? connectedAddresses(runtime.store),
  ]);
  return { listed, own: new Set(transfers.filter(({ from }) => ours.has(from))) };
}
