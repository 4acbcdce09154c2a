import type { Hex } from 'viem';
import { KeptReads } from '../../../connections/kept-reads.ts';
import type { ConnectionRouter } from '../../../connections/router.ts';
import type { Clock } from '../../../ground/time/clock.ts';
import type { DepositChain, DepositToken, TokenWorth } from '../../../ports/deposit-chain.ts';
import { depositAddress, depositSalt } from '../deposit-contracts.ts';
import { askFeed } from '../price-feed.ts';
import { transfersIn, transfersTo } from '../token-transfers.ts';
import { NodeBehind } from '../witnesses.ts';
import { answerInTime } from './answer-in-time.ts';
import type { ReachedDeposits } from './reached-deposits.ts';
import { receivedAmounts } from './read-amounts.ts';
import { readDeposits } from './read-deposits.ts';
import { readStrays } from './read-strays.ts';

/** The chains on which payouts are funded, read through the nodes of the organizations' connections. */
export function evmDeposits(
  router: ConnectionRouter<ReachedDeposits>,
  clock: Clock,
  connectionIds: () => Promise<readonly string[]>,
): DepositChain {
  /** Creating a payout needs any final block, and rarely has to wait for one. */
  const finalBlocks = new KeptReads(clock, (connectionId) =>
    asking(router, connectionId, async ({ witnesses }) => (await witnesses.final()).number),
  );
  /** Creating a payout and reading a token need no newer block, because funding a payout asks again. */
  const worths = new KeptReads(clock, (key) => worthOf(router, tokenIn(key)));
  return {
    serving: (organizationId, chain) =>
      answerInTime(async () => {
        const serving = await router.serving(organizationId, `chain/${chain}`);
        if (!serving) return undefined;
        const { connectionId, account } = serving;
        const { contracts, factory, implementation, flushFirst, dailyLimit } = account;
        const finalBlock = await finalBlocks.get(connectionId);
        const addressOf = (payoutId: string) => depositAddress(factory, implementation, depositSalt(payoutId));
        const above = {
          ...(flushFirst !== undefined && { flushFirst }),
          ...(dailyLimit !== undefined && { dailyLimit }),
        };
        return { connectionId, chain, contracts, factory, finalBlock, addressOf, ...above };
      }),
    head: (connectionId) =>
      asking(router, connectionId, async ({ witnesses }) => {
        const [latest, final] = await Promise.all([witnesses.latest(), witnesses.final()]);
        return { latest, final: final.number };
      }),
    transfers: (token, { addresses, ...blocks }) =>
      askingOf(router, token, ({ witnesses, token: contract }) =>
        transfersTo(witnesses, { contract: lower(contract), addresses: addresses.map(lower), ...blocks }),
      ),
    transaction: (token, hash) =>
      askingOf(router, token, async ({ witnesses, token: contract }) => {
        const mined = await witnesses.mined(lower(hash));
        if (!mined) return undefined;
        const { blockNumber: block, madeAt, isFinal } = mined;
        const transfers = transfersIn(mined, lower(contract)).filter(({ amount }) => amount > 0n);
        return { block, madeAt, isFinal, transfers };
      }),
    received: (token, payoutIds, block) =>
      askingOf(router, token, async ({ witnesses, ...asked }) => {
        const at = block === undefined ? await witnesses.final() : await witnesses.finalAt(block);
        return { block: at.number, amounts: await receivedAmounts(witnesses, { ...asked, payoutIds }, at) };
      }),
    bankable: (token, payoutIds, by = 0) =>
      askingOf(router, token, async ({ witnesses, ...asked }) => {
        const at = await witnesses.final();
        if (at.number < by) throw new NodeBehind(`block ${by} is not final any more`);
        const states = await readDeposits(witnesses, { ...asked, payoutIds }, at);
        return states.map(({ flushed, flushable }) => flushed + flushable);
      }),
    strays: ({ connectionId, contract }, payoutIds) =>
      answerInTime(async () =>
        readStrays(router, await connectionIds(), { own: { connectionId, contract }, payoutIds }),
      ),
    worth: (token, by) => (by === undefined ? worths.get(keyOf(token)) : worthOf(router, token, by)),
  };
}

function keyOf({ connectionId, contract }: DepositToken): string {
  return `${connectionId}/${contract}`;
}

function tokenIn(key: string): DepositToken {
  const [connectionId = '', contract = ''] = key.split('/');
  return { connectionId, contract };
}

/** The price feed of a token that funds payouts, at the last final block. */
function worthOf(router: ConnectionRouter<ReachedDeposits>, token: DepositToken, by = 0): Promise<TokenWorth> {
  const { connectionId, contract } = token;
  return asking(router, connectionId, async ({ witnesses, contracts, feeds }) => {
    const [name] = Object.entries(contracts).find(([, funding]) => funding === contract) ?? [];
    if (name === undefined) throw new Error(`no payout is funded by ${contract} of ${connectionId}`);
    const feed = feeds[name];
    if (feed === undefined) return { token: name };
    const at = await witnesses.final();
    if (at.number < by) throw new NodeBehind(`block ${by} is not final any more`);
    const { fault } = await askFeed(witnesses, feed, at);
    return { token: name, ...(fault !== undefined && { fault }) };
  });
}

/** Asks the nodes of the connection on which something was begun, within the time limit of the port. */
function asking<T>(
  router: ConnectionRouter<ReachedDeposits>,
  connectionId: string,
  ask: (reached: ReachedDeposits) => Promise<T>,
): Promise<T> {
  return answerInTime(async (limit) => {
    const { account } = await router.begunOn(connectionId);
    return ask({ ...account, witnesses: account.witnesses.until(limit) });
  });
}

interface ReachedToken extends Pick<ReachedDeposits, 'witnesses' | 'factory'> {
  /** The contract, with its checksum. */
  readonly token: Hex;
}

/**
 * Asks about a token. A row may name the wrong connection. A token of another chain is never looked for, because "not
 * found" would count as an answer.
 */
function askingOf<T>(
  router: ConnectionRouter<ReachedDeposits>,
  { connectionId, contract }: DepositToken,
  ask: (reached: ReachedToken) => Promise<T>,
): Promise<T> {
  return asking(router, connectionId, async ({ witnesses, factory, tokens }) => {
    const token = tokens.find((known) => known.contract === contract)?.contract;
    if (token === undefined) throw new Error(`${contract} is no token of the chain of ${connectionId}`);
    return ask({ witnesses, factory, token });
  });
}

function lower(text: string): Hex {
  return text.toLowerCase() as Hex;
}
