import type { Item } from '../../../../local/table/item.ts';
import { type Recipient, RecipientEntity } from '../../../../shared/corridors/recipients/recipient.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { type Organization, OrganizationEntity } from '../../../../shared/identity/organization.ts';
import { HeadEntity } from '../../../../shared/journal/commit/head.ts';
import { type PayoutLink, PayoutLinkEntity } from '../../../../shared/payouts/links/payout-link.ts';
import { type Payout, PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import { isTerminal } from '../../../../shared/payouts/payout/transitions.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import { isNew } from './history.ts';
import type { Invariant } from './invariant.ts';
import { accountOf } from './recipients.ts';

export const capInvariants: readonly Invariant[] = [
  { name: 'no payout was made above a cap', broken: capsHold },
  { name: 'no payout that nobody approved took a day above its daily threshold', broken: dailyThresholdHolds },
  { name: 'the caps count the payouts that stand', broken: countsAddUp },
  { name: 'no recipient is retired on a day on which a cap counts a payout to it', broken: retiringShedsNothing },
];

/** An organization as it was behind one of its commits. */
interface Moment {
  readonly organization: Organization;
  readonly head: Item;
  readonly endUserDays: readonly Item[];
  readonly payouts: readonly Payout[];
  /** Those of them that the commit made. */
  readonly made: readonly Payout[];
  readonly links: readonly PayoutLink[];
  /** Those of them that the commit opened. */
  readonly opened: readonly PayoutLink[];
  /** Recipients that the commit retired. */
  readonly retired: readonly Recipient[];
}

function capsHold(books: Books, world: World): string[] {
  const endUsersOf = endUsersBy(books);
  return momentsOf(books, world).flatMap((moment) =>
    moment.made.flatMap((payout) => exceeded(moment, payout, endUsersOf)),
  );
}

type EndUsers = (payout: Payout) => string[];

/**
 * Whom a payout counts for: whom it names, and whom its recipient is or the recipient itself. Its account is one payee as well, however
 * often it was registered: retiring a recipient sheds nothing.
 */
function endUsersBy({ recipients }: Books): EndUsers {
  return ({ recipientId, given: { endUserId } }) => {
    const recipient = recipients.find((one) => one.recipientId === recipientId);
    const account = recipient ? [accountOf(recipient)] : [];
    return [...new Set([recipient?.endUserId ?? recipientId, ...account, ...(endUserId ? [endUserId] : [])])];
  };
}

function exceeded(
  { organization: { limits = {}, velocity }, payouts }: Moment,
  made: Payout,
  endUsersOf: EndUsers,
): string[] {
  const today = standing(payouts, dayOf(made));
  const byEndUser = endUsersOf(made).map((id) => sum(today.filter((payout) => endUsersOf(payout).includes(id))));
  const since = Date.parse(made.createdAt) - (velocity?.minutes ?? 0) * 60_000;
  const recent = payouts.filter(({ createdAt }) => Date.parse(createdAt) > since);
  const held = [
    ['single', made.sourceAmount, limits.single],
    ['daily', sum(today), limits.daily],
    ...byEndUser.map((used) => ['per-end-user daily', used, limits.perEndUserDaily] as const),
    ['velocity', BigInt(recent.length), velocity && BigInt(velocity.payouts)],
  ] as const;
  return held.flatMap(([name, used, cap]) =>
    cap !== undefined && used > cap ? [`${made.payoutId} makes ${used} of a ${name} cap of ${cap}`] : [],
  );
}

function dailyThresholdHolds(books: Books, world: World): string[] {
  return momentsOf(books, world).flatMap(({ organization: { approvals }, payouts, made, links, opened }) =>
    [...unapproved(made), ...opened.filter(({ counted }) => counted > 0n)].flatMap((counted) => {
      const left = withoutVote(payouts, links, dayOf(counted));
      const id = 'payoutId' in counted && counted.payoutId ? counted.payoutId : counted.payoutLinkId;
      return left <= (approvals?.dailyThreshold ?? left) ? [] : [`${id} makes ${left} without a vote`];
    }),
  );
}

/** What left on a day without a vote, or may leave by a link that was made on it: whatever becomes of the payout of a link. */
function withoutVote(payouts: readonly Payout[], links: readonly PayoutLink[], day: string): bigint {
  const held = links.filter((link) => dayOf(link) === day && (link.status === 'open' || link.status === 'claimed'));
  return held.reduce((total, { counted }) => total + counted, sum(unapproved(standing(payouts, day))));
}

/** The payout of a link was counted when the link was made. */
function unapproved(payouts: readonly Payout[]): Payout[] {
  return payouts.filter(({ approvalId, payoutLinkId }) => approvalId === undefined && payoutLinkId === undefined);
}

function countsAddUp(books: Books, world: World): string[] {
  const endUsersOf = endUsersBy(books);
  return momentsOf(books, world).flatMap(({ head, endUserDays, payouts, links }) => {
    const { paidToday, version } = format(HeadEntity, head);
    if (!paidToday) return [];
    const today = standing(payouts, paidToday.day);
    return [
      { who: 'the organization', counted: paidToday.amount, right: sum(today) },
      { who: 'what nobody approved', counted: paidToday.unapproved, right: withoutVote(payouts, links, paidToday.day) },
      ...endUserDays
        .filter(({ day }) => day === paidToday.day)
        .map(({ endUserId: id, amount }) => ({
          who: id,
          counted: BigInt(amount as string),
          right: sum(today.filter((payout) => endUsersOf(payout).includes(id as string))),
        })),
    ].flatMap(({ who, counted, right }) =>
      counted === right ? [] : [`version ${version} of the head counts ${counted} of ${who}, ${right} stands`],
    );
  });
}

function retiringShedsNothing(books: Books, world: World): string[] {
  const endUsersOf = endUsersBy(books);
  return momentsOf(books, world).flatMap(({ organization: { limits }, payouts, retired }) => {
    if (limits?.perEndUserDaily === undefined) return [];
    return retired.flatMap(({ recipientId, endUserId = recipientId, retiredAt = '' }) => {
      const counted = standing(payouts, dayOf({ createdAt: retiredAt }));
      const own = counted.filter((payout) => endUsersOf(payout).includes(endUserId));
      return own.map(({ payoutId }) => `${recipientId} was retired on the day of ${payoutId}`);
    });
  });
}

/**
 * One after another, as the journal's commits took effect. The caps do not count what was written back behind a restore
 * (docs/adr/0032).
 */
function momentsOf({ organizationId }: Books, { witness }: World): Moment[] {
  const items = new Map<string, Item>();
  const payouts = new Map<string, Payout>();
  const links = new Map<string, PayoutLink>();
  return witness.commits.flatMap((commit, index) => {
    const mine = commit.changes.filter(({ key }) => key.split(/[# ]/)[1] === organizationId);
    for (const { key, after } of mine) if (after) items.set(key, after);
    const isCounted = index === 0 || isNew(commit);
    const moved = mine.filter(
      ({ key, before }) => key.startsWith('PAYOUT#') && (payouts.has(key) || (!before && isCounted)),
    );
    for (const { key, after } of moved) payouts.set(key, format(PayoutEntity, after ?? {}));
    const linked = mine.filter(({ key }) => key.startsWith('PAYOUT_LINK#'));
    for (const { key, after } of linked) links.set(key, format(PayoutLinkEntity, after ?? {}));
    const head = items.get(`ORG#${organizationId} HEAD`);
    if (!commit.by || !head || !mine.some(({ key }) => key.endsWith(' HEAD'))) return [];
    return {
      organization: format(OrganizationEntity, items.get(`ORG#${organizationId} ORG`) ?? {}),
      head,
      endUserDays: [...items].filter(([key]) => key.startsWith('END_USER#')).map(([, item]) => item),
      payouts: [...payouts.values()],
      made: moved.filter(({ before }) => !before).map(({ key }) => payouts.get(key) as Payout),
      links: [...links.values()],
      opened: linked.filter(({ before }) => !before).map(({ key }) => links.get(key) as PayoutLink),
      retired: mine
        .filter(({ key, before, after }) => key.startsWith('RECIPIENT#') && !before?.retiredAt && after?.retiredAt)
        .map(({ after }) => format(RecipientEntity, after ?? {})),
    };
  });
}

/** Payouts of a UTC day that have not come to nothing. */
function standing(payouts: readonly Payout[], day: string): Payout[] {
  return payouts.filter((payout) => dayOf(payout) === day && !isTerminal(payout.status));
}

function dayOf({ createdAt }: Pick<Payout, 'createdAt'>): string {
  return createdAt.slice(0, 10);
}

function sum(payouts: readonly Payout[]): bigint {
  return payouts.reduce((total, { sourceAmount }) => total + sourceAmount, 0n);
}
