import type { Address } from 'viem';
import { ConnectionRefused } from '../../../ports/connections.ts';
import type { ChainToken } from '../chains.ts';
import type { NodeBlock } from '../node.ts';
import { askFeed } from '../price-feed.ts';
import type { Witnesses } from '../witnesses.ts';
import type { ChainSettings } from './settings.ts';

/** What the nodes report about the price feed of a token that funds payouts. */
interface SeenFeed {
  readonly token: string;
  /** Absent if the settings name none. */
  readonly feed?: Address;
  /** In dollars. */
  readonly price?: string;
  readonly fault?: string;
}

/**
 * Reads the price feed of every token that funds payouts. A connection of an earlier release may name none; then only
 * an operator can pause the token.
 * @throws ConnectionRefused if the settings name a feed for something else
 */
export async function seeFeeds(
  witnesses: Witnesses,
  tokens: readonly ChainToken[],
  { feeds = {} }: Pick<ChainSettings, 'feeds'>,
  at: NodeBlock,
): Promise<SeenFeed[]> {
  const issued = tokens.filter(({ isIssued }) => isIssued).map(({ name }) => name);
  const other = Object.keys(feeds).find((name) => !issued.includes(name));
  if (other !== undefined) throw new ConnectionRefused(`no payout is funded in ${other}, which has a price feed`);
  return Promise.all(
    issued.map(async (token) => {
      const feed = feeds[token];
      if (feed === undefined) return { token, fault: `${token} has no price feed: nothing pauses it by itself` };
      const code = await witnesses.code(feed, at);
      if (code === '0x') return { token, feed, fault: `there is no contract at ${feed}, the price feed of ${token}` };
      const { price, fault } = await askFeed(witnesses, feed, at);
      return {
        token,
        feed,
        ...(price !== undefined && { price }),
        ...(fault !== undefined && { fault: `${token}: ${fault}` }),
      };
    }),
  );
}
