import type { Item } from '../../../../local/table/item.ts';
import { inCurrency } from '../../../../shared/ground/money/token-amount.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { keyOf } from '../../../../shared/ground/table/keys.ts';
import { FundedDayEntity, FundingAllowanceEntity } from '../../../../shared/payouts/funding/daily-limit.ts';
import { type FundingTransfer, transferRef } from '../../../../shared/payouts/funding/transfer.ts';
import type { SelfFundedPayout } from '../../../../shared/payouts/payout/funding.ts';
import { PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import type { Version } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';
import { itemBefore } from './reads.ts';

/** Of payouts that organizations fund from their own wallets. */
export const selfFundedInvariants: readonly Invariant[] = [
  { name: 'one transfer is recorded for one payout, whose address it came to', broken: transfersAreTheirs },
  { name: 'a transfer counts only once it is final, and nobody lists its sender', broken: transfersAreSound },
  {
    name: 'everything that came to the address of a payout is recorded, and nothing stays parked',
    broken: allIsRecorded,
  },
  { name: 'a payout is funded by what came for it, and takes no more than was counted', broken: fundedByWhatCame },
  { name: 'nothing is given back that was not taken: what funded no payout is held, to the cent', broken: restIsHeld },
  {
    name: 'a payout is sent once it is funded, and one that has ended without its money is never sent',
    broken: sentOnceFunded,
  },
  { name: 'no payout is funded in a paused token', broken: pausedFundsNothing },
  { name: 'no more is funded in a day than its limit and what operators allow', broken: limitHolds },
  { name: 'no payout waits for money that is there', broken: nobodyWaits },
];

function selfFundedOf({ payouts }: Books): SelfFundedPayout[] {
  return payouts.flatMap((payout) => (payout.funding ? [{ ...payout, funding: payout.funding }] : []));
}

function sumOf(transfers: readonly { readonly amount: bigint }[]): bigint {
  return transfers.reduce((sum, { amount }) => sum + amount, 0n);
}

function transfersAreTheirs({ fundingTransfers }: Books, { deposits }: World): string[] {
  return fundingTransfers.flatMap(({ payoutId, hash, logIndex, amount }) => {
    const sent = deposits.sent.find((one) => one.hash === hash && one.logIndex === logIndex);
    return sent?.payoutId === payoutId && sent.amount === amount
      ? []
      : [`${amount} of ${hash} are recorded for ${payoutId}, they came to ${sent?.payoutId ?? 'nobody'}`];
  });
}

function transfersAreSound({ fundingTransfers }: Books, { witness, deposits }: World): string[] {
  return fundingTransfers.flatMap((transfer) => {
    const { hash, logIndex, payoutId } = transfer;
    const taken = historyOf(transfer, witness).find(({ item }) => item?.state !== 'parked');
    if (!taken) return [];
    const { at, step } = taken.commit;
    const isListed = deposits.sent.find((one) => one.hash === hash && one.logIndex === logIndex)?.isListed;
    const { clearSince = Number.POSITIVE_INFINITY } = deposits;
    return [
      ...(deposits.wasFinal(hash, at) ? [] : [`${hash} counted for ${payoutId} before it was final`]),
      ...(isListed && step < clearSince ? [`${hash} counted for ${payoutId}, although its sender was listed`] : []),
    ];
  });
}

function historyOf(transfer: FundingTransfer, witness: World['witness']): readonly Version[] {
  const { pk, sk } = keyOf(transferRef(transfer));
  return witness.history(`${pk} ${sk}`);
}

function allIsRecorded(books: Books, { deposits }: World): string[] {
  return selfFundedOf(books).flatMap(({ payoutId, status }) => {
    const recorded = books.fundingTransfers.filter((transfer) => transfer.payoutId === payoutId);
    const [came, known] = [deposits.cameTo(payoutId), sumOf(recorded)];
    const parked = recorded.filter(({ state }) => state === 'parked');
    return [
      ...(came === known ? [] : [`${known} of ${came} are recorded of ${payoutId} (${status})`]),
      ...parked.map(({ hash, parkedFor }) => `${hash} of ${payoutId} stays parked as ${parkedFor}`),
    ];
  });
}

function fundedByWhatCame(books: Books, { witness }: World): string[] {
  return selfFundedOf(books).flatMap(({ payoutId, funding, organizationId }) => {
    const key = `PAYOUT#${organizationId} ${payoutId}`;
    const [made] = witness.history(key);
    const { funding: first } = format(PayoutEntity, made?.item ?? {});
    const counted = sumOf(books.fundingTransfers.filter((one) => one.payoutId === payoutId && one.state === 'counted'));
    const isFunded = funding.fundedAt !== undefined;
    return [
      ...(isFunded && counted < funding.amount
        ? [`${payoutId} takes ${funding.amount}, of which ${counted} came`]
        : []),
      ...(first && funding.amount > first.amount
        ? [`${payoutId} takes ${funding.amount}, more than the ${first.amount} that were counted`]
        : []),
    ];
  });
}

/** A cent may be lost at each deposit, because what is less than a minor unit stays at the treasury. */
function restIsHeld(books: Books): string[] {
  return selfFundedOf(books).flatMap((payout) => {
    const { payoutId, status, funding, sourceAmount, sourceCurrency, fundsReturned, failureCode } = payout;
    const recorded = books.fundingTransfers.filter((transfer) => transfer.payoutId === payoutId);
    const kept = funding.fundedAt === undefined || funding.isHeld ? 0n : funding.amount;
    const most = inCurrency(sumOf(recorded) - kept, funding.token, sourceCurrency);
    const returned = fundsReturned && kept > 0n ? sourceAmount : 0n;
    const credited = sumOf(books.deposits.filter((deposit) => deposit.payoutId === payoutId)) - returned;
    const least = most - BigInt(recorded.length + 1);
    const told = `${payoutId} (${status}${failureCode ? `, ${failureCode}` : ''})`;
    return credited <= most && credited >= least ? [] : [`${credited} are held for ${told}, ${most} are left of it`];
  });
}

function sentOnceFunded(books: Books, { rail, witness }: World): string[] {
  return selfFundedOf(books).flatMap(({ organizationId, payoutId, funding }) => {
    const sentAt = rail.firstPaidAt(payoutId);
    if (sentAt === undefined) return [];
    const versions = witness.history(`PAYOUT#${organizationId} ${payoutId}`);
    const funded = versions.find(({ item }) => format(PayoutEntity, item ?? {}).funding?.fundedAt !== undefined);
    if (funding.fundedAt === undefined || !funded) return [`${payoutId} was sent, and is not funded`];
    return funded.commit.at <= sentAt ? [] : [`${payoutId} was sent before it was funded`];
  });
}

/** The commits in which payouts were funded. */
function fundings({ organizationId }: Pick<Books, 'organizationId'>, { witness }: World) {
  return witness.keys(`PAYOUT#${organizationId} `).flatMap((key) => {
    const versions = witness.history(key);
    const index = versions.findIndex(({ item }) => isFunded(item));
    const [before, funded] = [versions[index - 1]?.item, versions[index]];
    return funded?.item ? [{ before, payout: format(PayoutEntity, funded.item), commit: funded.commit }] : [];
  });
}

function isFunded(item: Item | undefined): boolean {
  return (item?.funding as { readonly fundedAt?: number } | undefined)?.fundedAt !== undefined;
}

function pausedFundsNothing(books: Books, world: World): string[] {
  return fundings(books, world).flatMap(({ payout: { payoutId, funding }, commit }) => {
    const key = `TOKEN_PAUSE#${funding?.connectionId} ${funding?.token}`;
    const pause = itemBefore(world.witness, key, commit);
    return pause?.pausedAt === undefined ? [] : [`${commit.by?.name} funded ${payoutId}`];
  });
}

/** One connection has one limit for all organizations: it is looked at once, with the first of them. */
function limitHolds({ organizationId }: Books, world: World): string[] {
  const { witness, organizations } = world;
  if (organizations[0]?.organizationId !== organizationId) return [];
  const { dailyLimit } = world.deposits.played;
  const days = witness.keys('FUNDED#').flatMap((key) => {
    const item = witness.current(key);
    return item ? [format(FundedDayEntity, item)] : [];
  });
  const above = days.filter(({ funded }) => dailyLimit !== undefined && BigInt(funded) > dailyLimit);
  const allowances = witness.keys('FUNDING_ALLOWANCE#').flatMap((key) => witness.history(key));
  const negative = allowances.filter(({ item }) => item && format(FundingAllowanceEntity, item).left < 0);
  return [
    ...above.map(({ day, funded }) => `${funded} were funded on ${day}, of at most ${dailyLimit}`),
    ...negative.map(({ commit }) => `${commit.by?.name} took more than was allowed`),
    ...uncounted(world, days),
  ];
}

/** Whatever was funded is in the count of its day, but for what was above the limit: that was taken from what operators had allowed. */
function uncounted(world: World, days: readonly { readonly day: string; readonly funded: number }[]): string[] {
  const all = world.organizations.flatMap(({ organizationId }) =>
    fundings({ organizationId }, world).filter(
      ({ before }) => !(before?.funding as { readonly isOverLimit?: boolean } | undefined)?.isOverLimit,
    ),
  );
  const byDay = Map.groupBy(all, ({ payout }) => new Date(payout.funding?.fundedAt ?? 0).toISOString().slice(0, 10));
  return [...byDay].flatMap(([day, funded]) => {
    const sum = funded.reduce((total, { payout }) => total + (payout.funding?.amount ?? 0n), 0n);
    const counted = BigInt(days.find((one) => one.day === day)?.funded ?? 0);
    return sum === counted ? [] : [`${sum} were funded on ${day}, and ${counted} counted`];
  });
}

function nobodyWaits(books: Books): string[] {
  return selfFundedOf(books)
    .filter(({ status }) => status === 'awaiting_funds')
    .map(
      ({ payoutId, funding }) => `${payoutId} still awaits its funds, with ${funding.received} of ${funding.amount}`,
    );
}
