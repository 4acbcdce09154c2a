import { type Address, zeroAddress } from 'viem';
import type { ConnectionRouter, Reached } from '../../../connections/router.ts';
import type { DepositToken, StrayCoins, StrayReport, StrayTokens } from '../../../ports/deposit-chain.ts';
import type { ChainToken } from '../chains.ts';
import { depositSalt } from '../deposit-contracts.ts';
import type { NodeBlock } from '../node.ts';
import type { Witnesses } from '../witnesses.ts';
import { answerInTime } from './answer-in-time.ts';
import type { ReachedDeposits } from './reached-deposits.ts';
import { receivedAmounts } from './read-amounts.ts';
import { flushedAmount } from './read-deposits.ts';

/** Milliseconds for one chain. A chain that does not answer must not hide what arrived on another one. */
const patienceMs = 8_000;
/** Wei. Smaller amounts are not worth collecting. */
const leastCoins = 10n ** 15n;

type Place = Reached<ReachedDeposits>;

/** What is requested from every chain. */
interface Asked {
  /** The token that funds the payouts. */
  readonly own: DepositToken;
  readonly payoutIds: readonly string[];
}

/**
 * Reads every chain at its last final block. Only factories with the same address give deposits the same addresses.
 * @param connectionIds all connections to chains
 */
export async function readStrays(
  router: ConnectionRouter<ReachedDeposits>,
  connectionIds: readonly string[],
  asked: Asked,
): Promise<StrayReport> {
  const own = await router.begunOn(asked.own.connectionId);
  const others = await Promise.allSettled(connectionIds.map((connectionId) => router.begunOn(connectionId)));
  const { factory, implementation } = own.account;
  const places = others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []));
  const same = places.filter(({ account }) => account.factory === factory && account.implementation === implementation);
  const unknown = others.flatMap((other, index) =>
    other.status === 'rejected' ? [{ connectionId: connectionIds[index] ?? '', error: other.reason as unknown }] : [],
  );
  const reports = await Promise.all(same.map((place) => readPlace(place, asked)));
  return {
    tokens: reports.flatMap(({ tokens }) => tokens),
    coins: reports.flatMap(({ coins }) => coins),
    silent: [...reports.flatMap(({ silent }) => silent), ...unknown],
  };
}

async function readPlace(place: Place, asked: Asked): Promise<StrayReport> {
  const { account, connectionId } = place;
  try {
    return await answerInTime(async (limit) => {
      const witnesses = account.witnesses.until(limit);
      const reached = { ...place, account: { ...account, witnesses } };
      const at = await witnesses.final();
      const [tokens, coins] = await Promise.all([tokensAt(reached, asked, at), coinsAt(reached, asked, at)]);
      return { tokens, coins, silent: [] };
    }, patienceMs);
  } catch (error) {
    return { tokens: [], coins: [], silent: [{ connectionId, error }] };
  }
}

async function tokensAt(place: Place, asked: Asked, at: NodeBlock): Promise<StrayTokens[]> {
  const { own } = asked;
  const isOwn = ({ contract }: ChainToken) => place.connectionId === own.connectionId && contract === own.contract;
  const strays = place.account.tokens.filter((token) => !isOwn(token));
  const found = (await Promise.all(strays.map((token) => ofToken(place, token, asked, at)))).flat();
  if (found.length === 0) return [];
  const sinceBlock = await dayBefore(place.account.witnesses, at);
  return found.map((stray) => ({ ...stray, sinceBlock }));
}

async function ofToken(
  { connectionId, account: { chain, factory, witnesses } }: Place,
  { contract, name, isIssued }: ChainToken,
  { payoutIds }: Asked,
  at: NodeBlock,
): Promise<Omit<StrayTokens, 'sinceBlock'>[]> {
  const amounts = await receivedAmounts(witnesses, { factory, token: contract, payoutIds }, at);
  const token = { connectionId, contract, chain, token: name, isIssued, by: at.number };
  return amounts.flatMap((received, index) => {
    const payoutId = payoutIds[index];
    return payoutId !== undefined && received > 0n ? [{ ...token, payoutId, received }] : [];
  });
}

async function coinsAt(place: Place, { payoutIds }: Asked, at: NodeBlock): Promise<StrayCoins[]> {
  const { connectionId, account } = place;
  const { chain, factory, witnesses } = account;
  const coin: { readonly factory: Address; readonly token: Address } = { factory, token: zeroAddress };
  const received = await receivedAmounts(witnesses, { ...coin, payoutIds }, at);
  const found = await Promise.all(
    payoutIds.map(async (payoutId, index) => {
      const all = received[index] ?? 0n;
      const flushed = all < leastCoins ? 0n : await flushedAmount(witnesses, depositSalt(payoutId), coin, at);
      return { connectionId, payoutId, chain, held: all - flushed };
    }),
  );
  return found.filter(({ held }) => held >= leastCoins);
}

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = dayMs / 24;
/** Number of blocks of the first step back. Each further step is twice as long. */
const firstStep = 1_024;

/** A final block that is a day older than another one, or up to an hour more; the first block of a younger chain. */
async function dayBefore(witnesses: Witnesses, at: NodeBlock): Promise<number> {
  const dayAgo = at.madeAt - dayMs;
  let [before, after] = [at, at];
  for (let step = firstStep; before.madeAt > dayAgo && before.number > 0; step *= 2) {
    after = before;
    before = await witnesses.finalAt(Math.max(0, at.number - step));
  }
  while (dayAgo - before.madeAt > hourMs && after.number - before.number > 1) {
    const middle = await witnesses.finalAt(Math.floor((before.number + after.number) / 2));
    if (middle.madeAt > dayAgo) after = middle;
    else before = middle;
  }
  return before.number;
}
