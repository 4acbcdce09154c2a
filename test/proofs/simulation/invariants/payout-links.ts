import { isDeepStrictEqual } from 'node:util';
import { format } from '../../../../shared/ground/table/format.ts';
import { ledgerPosition } from '../../../../shared/journal/rows/balance-transaction.ts';
import type { RequestedPayoutLinkClaim } from '../../../../shared/payouts/links/claims/requested-claim.ts';
import {
  type PayoutLink,
  PayoutLinkEntity,
  payoutLinkPartition,
} from '../../../../shared/payouts/links/payout-link.ts';
import { payoutLinkTransitions } from '../../../../shared/payouts/links/payout-link-status.ts';
import type { World } from '../engine/world.ts';
import { revocations } from './approvals.ts';
import type { Books } from './books.ts';
import { askingRoles } from './deciding.ts';
import type { Invariant } from './invariant.ts';

/** What is held for links is held against the head by the approvals' invariants. */
export const payoutLinkInvariants: readonly Invariant[] = [
  { name: 'every payout link goes as its table says, and ends', broken: transitions },
  { name: 'the hold of a payout link is released once, when it ends', broken: ledgerRows },
  { name: 'every payout link tells that it was made and how it ended, once each', broken: events },
  { name: 'a payout link pays at most once, within its hold, and as much as it says', broken: paysOnce },
  { name: 'a payout link expires when its time is up, and not before', broken: expiries },
  { name: 'open payout links are counted, behind each commit', broken: openOnesCounted },
  {
    name: 'a link pays nothing once its key was revoked, or its maker is gone, unless it was kept',
    broken: creatorsHold,
  },
  {
    name: 'a link whose maker is there, or that was kept, is not canceled for want of its maker',
    broken: keptOnesStay,
  },
  { name: 'a claim that people voted on pays what they saw', broken: votesBind },
];

/** Also by a link whose commit is torn in pieces for a while. */
function transitions({ organizationId }: Books, { witness }: World): string[] {
  return linkKeys(organizationId, { witness }).flatMap((key) => {
    const path = witness.history(key).map(({ item }) => format(PayoutLinkEntity, item ?? {}).status);
    const isPath = path.every((next, index) => {
      const before = path[index - 1] ?? 'open';
      return next === before || payoutLinkTransitions[before].includes(next);
    });
    return isPath && path.at(-1) !== 'open' ? [] : [`${key} went ${path}`];
  });
}

function linkKeys(organizationId: string, { witness }: Pick<World, 'witness'>) {
  return witness.keys(`${payoutLinkPartition(organizationId)} `);
}

function ledgerRows({ payoutLinks, rows }: Books): string[] {
  return payoutLinks.flatMap(({ payoutLinkId, hold: { amount }, status, ledgerPositions }) => {
    const own = rows.filter((row) => row.payoutLinkId === payoutLinkId);
    const wanted = [`hold ${-amount}`, ...(status === 'open' ? [] : [`hold_release ${amount}`])];
    const found = own.map((row) => `${row.type} ${row.amount}`);
    const positions = own.map(({ at, sequence }) => ledgerPosition(at, sequence));
    const isRight = found.join() === wanted.join() && positions.join() === ledgerPositions.join();
    return isRight ? [] : [`${payoutLinkId} is ${status} and has ${found}, not ${wanted}`];
  });
}

function events({ payoutLinks, events: feed }: Books): string[] {
  return payoutLinks.flatMap(({ payoutLinkId, status }) => {
    const told = feed
      .filter(({ type, data }) => type.startsWith('payout_link.') && JSON.parse(data).payoutLinkId === payoutLinkId)
      .map(({ type }) => type.replace('payout_link.', ''));
    return told.join() === `created,${status}` ? [] : [`${payoutLinkId} is ${status}, its events say ${told}`];
  });
}

function paysOnce({ payoutLinks, payouts }: Books): string[] {
  const ids = new Set(payoutLinks.map(({ payoutLinkId }) => payoutLinkId));
  const strangers = payouts.filter(({ payoutLinkId }) => payoutLinkId !== undefined && !ids.has(payoutLinkId));
  return [
    ...strangers.map(({ payoutId, payoutLinkId }) => `${payoutId} was made by ${payoutLinkId}, which does not exist`),
    ...payoutLinks.flatMap((link) => {
      const { payoutLinkId, status, payoutId } = link;
      const made = payouts.filter((payout) => payout.payoutLinkId === payoutLinkId);
      const isRight = made.every((payout) => payout.payoutId === payoutId && isAsSaid(link, payout));
      return made.length === (status === 'claimed' ? 1 : 0) && isRight
        ? []
        : [`${payoutLinkId} is ${status}, names ${payoutId} and made ${made.map((payout) => payout.payoutId)}`];
    }),
  ];
}

function isAsSaid({ amount, amountLeg, hold, approvalId }: PayoutLink, payout: Books['payouts'][number]): boolean {
  const paid = amountLeg === 'source' ? payout.sourceAmount : payout.destinationAmount;
  return paid === amount && payout.sourceAmount <= hold.amount && payout.approvalId === approvalId;
}

/** What the clock of a process may be off by, and how long a commit may take. */
const clockErrorMs = 40_000;

/** When it expires is up to due work, of which an invariant asks that none is left. */
function expiries({ organizationId }: Books, { witness }: World): string[] {
  return linkKeys(organizationId, { witness }).flatMap((key) => {
    const last = witness.history(key).at(-1);
    const { status, expiresAt } = format(PayoutLinkEntity, last?.item ?? {});
    const endedAt = last?.commit.at ?? 0;
    return status === 'expired' && endedAt < expiresAt - clockErrorMs ? [`${key} expired too early`] : [];
  });
}

function openOnesCounted({ organizationId }: Books, { witness }: World): string[] {
  const open = new Set<string>();
  return witness.commits.flatMap(({ by, changes }) => {
    let counted: unknown;
    for (const { key, after } of changes) {
      if (key === `OPEN_PAYOUT_LINKS#${organizationId} COUNT`) counted = after?.open;
      if (!key.startsWith(`${payoutLinkPartition(organizationId)} `)) continue;
      if (after?.status === 'open') open.add(key);
      else open.delete(key);
    }
    return counted === undefined || counted === open.size
      ? []
      : [`behind ${by?.name} ${counted} links are counted, ${open.size} are open`];
  });
}

function creatorsHold(books: Books, world: World): string[] {
  return linksAtTheirEnd(books, world, 'claimed').flatMap(({ link, leftIn, endedIn }) =>
    leftIn < endedIn ? [`${link.payoutLinkId} was claimed, its maker was gone`] : [],
  );
}

function keptOnesStay(books: Books, world: World): string[] {
  return linksAtTheirEnd(books, world, 'canceled').flatMap(({ link, leftIn, endedIn }) =>
    link.canceledBecause === 'creator_removed' && leftIn > endedIn
      ? [`${link.payoutLinkId} was canceled, its maker was there, or it was kept`]
      : [],
  );
}

/** The links that have ended so, with the steps of their end and of when they lost their maker. */
function linksAtTheirEnd({ organizationId }: Books, world: World, status: PayoutLink['status']) {
  return linkKeys(organizationId, world).flatMap((key) => {
    const history = world.witness.history(key);
    const link = format(PayoutLinkEntity, history.at(-1)?.item ?? {});
    if (link.status !== status) return [];
    const [madeIn = 0, endedIn = 0] = [history[0]?.commit.step, history.at(-1)?.commit.step];
    return [{ link, endedIn, leftIn: leftInOf(link, madeIn, world) }];
  });
}

/** @returns the step in which a link lost its maker; infinity where its maker is there, or has left and the link was kept */
function leftInOf({ organizationId, creator: { apiKeyId, actorUserId } }: PayoutLink, madeIn: number, world: World) {
  const { witness } = world;
  const never = Number.POSITIVE_INFINITY;
  if (apiKeyId !== undefined) {
    const isKept = witness.history(`KEY#${apiKeyId} KEY`).at(-1)?.item?.links === 'keep';
    return isKept ? never : (revocations(world).get(apiKeyId) ?? never);
  }
  const steps = witness.history(`MEMBER#${organizationId} ${actorUserId}`).filter(({ commit }) => commit.step > madeIn);
  for (const { item, commit } of steps) {
    if (item) {
      if (!askingRoles.payout_link?.includes(String(item.role))) return commit.step;
    } else return keepsLinks(commit.step) ? never : commit.step;
  }
  return never;

  /** Whether the removal of that step kept the links: whoever joins again makes others. */
  function keepsLinks(step: number): boolean {
    const rows = witness.history(`FORMER_MEMBER#${organizationId} ${actorUserId}`);
    const at = rows.findIndex(({ commit }) => commit.step === step);
    const countOf = (index: number) => (rows[index]?.item?.keptLinks as unknown[] | undefined)?.length ?? 0;
    return countOf(at) > countOf(at - 1);
  }
}

/** To the letter: the link, the payee and the account. */
function votesBind({ approvals, payouts, recipients }: Books): string[] {
  return approvals.flatMap(({ approvalId, kind, content }) => {
    if (kind !== 'payout_link_claim') return [];
    const { payoutLinkId, recipient } = JSON.parse(content) as RequestedPayoutLinkClaim;
    return payouts
      .filter((payout) => payout.approvalId === approvalId)
      .flatMap((payout) => {
        const paid = recipients.find((one) => one.recipientId === payout.recipientId);
        const account = paid?.methods.find((one) => one.destinationAccountId === payout.destinationAccountId);
        const isSeen =
          payout.payoutLinkId === payoutLinkId &&
          paid?.country === recipient.country &&
          account?.currency === recipient.method.currency &&
          isDeepStrictEqual(account.recipientDetails, recipient.method.recipientDetails);
        return isSeen ? [] : [`${payout.payoutId} is not what ${approvalId} was about`];
      });
  });
}
