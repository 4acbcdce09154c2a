import type { Input } from '../../../../local/table/call.ts';
import type { DepositChain, DepositTransfer } from '../../../../shared/ports/deposit-chain.ts';
import type { World } from '../engine/world.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { shown, unseen } from './rewriting.ts';

/** Of payouts that organizations fund from their own wallets. */
export const selfFundedFaults: readonly DeliberateFault[] = [
  {
    name: 'transfer-funds-two-payouts',
    sentence: 'a transfer funds its payout and another one that waits',
    kind: 'self-funded',
    deposits: (chain) => ({
      ...chain,
      transfers: async (token, range) => alsoTo(range.addresses, await chain.transfers(token, range)),
      bankable: async (_token, payoutIds) => payoutIds.map(() => plenty),
    }),
  },
  {
    name: 'money-back-that-never-came',
    sentence: 'a payout that is canceled gives back what was asked for it, whatever has come',
    kind: 'self-funded',
    rewrite: () => shown(/cancelPayout/, 'payout', asIfItHadCome),
  },
  {
    name: 'caps-given-back-today',
    sentence: 'a payout that ends unfunded is taken off the sums of today, whenever it was counted',
    kind: 'self-funded',
    rewrite: () => shown(/./, 'payout', asIfCountedToday),
  },
  {
    name: 'funding-not-final',
    sentence: 'a transfer funds a payout as soon as it is mined',
    kind: 'self-funded',
    deposits: withoutFinality,
  },
  {
    name: 'own-token-is-stray',
    sentence: 'the money of a payout in its own token is held as that of another one, too',
    kind: 'self-funded',
    deposits: withOwnAsStray,
  },
  {
    name: 'strays-not-looked-for',
    sentence: 'money in another token stays at the address of a payout',
    kind: 'self-funded',
    deposits: (chain) => ({ ...chain, strays: async () => ({ tokens: [], coins: [], silent: [] }) }),
  },
  {
    name: 'pause-not-looked-at',
    sentence: 'payouts are funded in a token that is paused',
    kind: 'self-funded',
    rewrite: () => shown(/./, 'tokenPause', (pause) => delete pause.pausedAt),
  },
  {
    name: 'limit-counted-anew',
    sentence: 'what was funded on a day is not looked at, and counted from zero by each payout',
    kind: 'self-funded',
    rewrite: () => unseen('FUNDED#', 'fundedDay'),
  },
];

/** Minor units of a token. */
const plenty = 1_000_000_000_000n;

function alsoTo(addresses: readonly string[], transfers: readonly DepositTransfer[]): DepositTransfer[] {
  return transfers.flatMap((transfer) => {
    const other = addresses.find((address) => address !== transfer.to);
    return other === undefined ? [transfer] : [transfer, { ...transfer, to: other }];
  });
}

function asIfItHadCome({ status, funding }: Input): void {
  if (status === 'awaiting_funds') funding.received = (BigInt(funding.amount) - 1n).toString();
}

function asIfCountedToday({ funding }: Input): void {
  if (funding) funding.countedIn = Number.MAX_SAFE_INTEGER;
}

function withoutFinality(chain: DepositChain, { deposits }: World): DepositChain {
  return {
    ...chain,
    head: (...asked) => {
      deposits.played.behind = 0;
      return chain.head(...asked);
    },
  };
}

function withOwnAsStray(chain: DepositChain): DepositChain {
  return {
    ...chain,
    strays: async (token, payoutIds) => {
      const report = await chain.strays(token, payoutIds);
      const { amounts, block } = await chain.received(token, payoutIds);
      const place = { ...token, chain: 'base', token: 'USDC', isIssued: true, by: block, sinceBlock: 0 };
      const own = payoutIds.map((payoutId, index) => ({ ...place, payoutId, received: amounts[index] ?? 0n }));
      return { ...report, tokens: [...report.tokens, ...own] };
    },
  };
}
