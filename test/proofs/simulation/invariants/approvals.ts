import type { Item } from '../../../../local/table/item.ts';
import { type Approval, ApprovalEntity } from '../../../../shared/approvals/approval.ts';
import { type ApprovalStatus, approvalTransitions } from '../../../../shared/approvals/transitions.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { HeadEntity } from '../../../../shared/journal/commit/head.ts';
import { PayoutLinkEntity, payoutLinkPartition } from '../../../../shared/payouts/links/payout-link.ts';
import type { Payout } from '../../../../shared/payouts/payout/payout.ts';
import { reserved } from '../../../support/top-ups/top-ups.ts';
import type { Invocation } from '../engine/invocation.ts';
import type { World } from '../engine/world.ts';
import { operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import { organizationWhen } from './electorate.ts';
import type { Invariant } from './invariant.ts';

export const approvalInvariants: readonly Invariant[] = [
  { name: 'every approval goes as its table says, and ends', broken: transitions },
  { name: 'every approval tells of its request and of its end, once each', broken: events },
  { name: 'what is held is what open approvals, payout links and intents hold', broken: holdsAddUp },
  {
    name: 'an executed approval became one payout, within its hold, one payout link or one run, and by a claim one payout at most',
    broken: becameOnePayout,
  },
  { name: 'no payout above the threshold was made without an approval', broken: thresholdHolds },
  { name: 'nothing is made by a key that was revoked', broken: revocationHolds },
  { name: 'nothing is executed that a key asked for which was revoked', broken: requestsEnd },
];

function transitions({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`APPROVAL#${organizationId} `).flatMap((key) => {
    const path = witness.history(key).map(({ item }) => item?.status as ApprovalStatus);
    const isPath = path.every(
      (next, index) =>
        next === (path[index - 1] ?? 'pending') || approvalTransitions[path[index - 1] ?? 'pending'].includes(next),
    );
    const last = path.at(-1) ?? 'pending';
    const hasEnded = approvalTransitions[last].length === 0;
    return isPath && hasEnded ? [] : [`${key} went ${path}`];
  });
}

function events({ approvals, events: feed }: Books): string[] {
  return approvals.flatMap(({ approvalId, status }) => {
    const told = feed
      .filter(({ type, data }) => type.startsWith('payout_approval.') && JSON.parse(data).approvalId === approvalId)
      .map(({ type }) => type.replace('payout_approval.', ''));
    return told.join() === `requested,${status}` ? [] : [`${approvalId} is ${status}, its events say ${told}`];
  });
}

/** Behind each commit of the journal. */
function holdsAddUp({ organizationId }: Books, { witness }: World): string[] {
  const open = new Map<string, bigint>();
  return witness.commits.flatMap(({ changes }) => {
    let head: Item | undefined;
    for (const { key, after } of changes) {
      if (key === `ORG#${organizationId} HEAD`) head = after;
      if (after?.kind === 'top-up' && key.startsWith(`INTENT#${organizationId}#`))
        open.set(key, after.state === 'open' ? reserved : 0n);
      if (after && key.startsWith(`${payoutLinkPartition(organizationId)} `))
        open.set(key, after.status === 'open' ? format(PayoutLinkEntity, after).hold.amount : 0n);
      if (!key.startsWith(`APPROVAL#${organizationId} `) || !after) continue;
      const { status, hold } = format(ApprovalEntity, after);
      open.set(key, approvalTransitions[status].length > 0 ? (hold?.amount ?? 0n) : 0n);
    }
    if (!head) return [];
    const { balances, version } = format(HeadEntity, head);
    const held = Object.values(balances).reduce((sum, balance) => sum + balance.held, 0n);
    const wanted = [...open.values()].reduce((sum, amount) => sum + amount, 0n);
    return held === wanted
      ? []
      : [`version ${version} of the head holds ${held}, open approvals, links and intents ${wanted}`];
  });
}

/** A payout that its organization funds itself holds nothing while it is voted on. */
function isWithin({ requiresFunding, sourceAmount }: Payout, hold: Approval['hold']): boolean {
  return requiresFunding ? hold === undefined : sourceAmount <= (hold?.amount ?? 0n);
}

function becameOnePayout({ approvals, payouts, payoutLinks, rows }: Books): string[] {
  return approvals.flatMap(({ approvalId, kind, status, payoutId, payoutLinkId, batchId, hold }) => {
    const made = payouts.filter((payout) => payout.approvalId === approvalId);
    const [payout] = made;
    const own = rows.filter((row) => row.approvalId === approvalId).map(({ type, amount }) => `${type} ${amount}`);
    // A change of the policy holds nothing, and becomes no payout; a run holds nothing, and becomes its payouts.
    const wanted = hold ? [`hold ${-hold.amount}`, `hold_release ${hold.amount}`] : [];
    const isRight =
      status === 'executed' && kind === 'payout'
        ? made.length === 1 && payout !== undefined && payout.payoutId === payoutId && isWithin(payout, hold)
        : payoutId === undefined &&
          made.every((one) => status === 'executed' && (kind === 'batch' ? one.batchId === batchId : one.payoutLinkId));
    const links = payoutLinks.filter((link) => link.approvalId === approvalId);
    const isClaimed = kind === 'payout_link_claim' && made.length > 0;
    const became =
      status !== 'executed'
        ? []
        : isClaimed
          ? made.map((one) => one.payoutLinkId)
          : kind === 'payout_link'
            ? [payoutLinkId]
            : [];
    return [
      ...(isRight ? [] : [`${approvalId} is ${status} and became ${made.map((one) => one.payoutId)}`]),
      ...(links.map((link) => link.payoutLinkId).join() === became.join()
        ? []
        : [`${approvalId} is ${status} and became the links ${links.map((link) => link.payoutLinkId)}`]),
      ...(own.join() === wanted.join() ? [] : [`${approvalId} has ${own}, not ${wanted}`]),
    ];
  });
}

function thresholdHolds(books: Books, world: World): string[] {
  const { approvals, payouts } = books;
  return payouts.flatMap(({ payoutId, sourceAmount, approvalId }) => {
    const threshold = organizationWhen(books, world, `PAYOUT#${books.organizationId} ${payoutId}`).approvals?.threshold;
    if (threshold === undefined || sourceAmount <= threshold) return [];
    return approvals.some((approval) => approval.approvalId === approvalId)
      ? []
      : [`${payoutId} debits ${sourceAmount}, above ${threshold}`];
  });
}

function revocationHolds(books: Books, world: World): string[] {
  const { witness } = world;
  const keyOf = new Map<Invocation | undefined, string | undefined>(
    operationsOf(books, world).flatMap(({ attempts }) =>
      attempts.map(({ invocation, keyId }) => [invocation, keyId] as const),
    ),
  );
  const revokedIn = revocations(world);
  return witness.commits.flatMap(({ by, step, changes }) => {
    const keyId = keyOf.get(by);
    const isOfJournal = changes.some(({ key }) => key === `ORG#${books.organizationId} HEAD`);
    // Of what was asked while the key was good, the outcome is recorded.
    const isOutcome = changes.some(({ key, after }) => key.startsWith('INTENT#') && after?.state === 'settled');
    // What has come to the address of a payout is recorded, whoever asks about it.
    const isRecording = changes.some(({ key }) => key.startsWith('FUNDING#'));
    return keyId &&
      isOfJournal &&
      !isOutcome &&
      !isRecording &&
      step > (revokedIn.get(keyId) ?? Number.POSITIVE_INFINITY)
      ? [`${by?.name} committed with ${keyId}`]
      : [];
  });
}

function requestsEnd({ organizationId, approvals }: Books, world: World): string[] {
  const revokedIn = revocations(world);
  return approvals.flatMap(({ approvalId, initiator: { apiKeyId = '' }, status }) => {
    const executedIn = world.witness.history(`APPROVAL#${organizationId} ${approvalId}`).at(-1)?.commit.step ?? 0;
    return status === 'executed' && executedIn > (revokedIn.get(apiKeyId) ?? Number.POSITIVE_INFINITY)
      ? [`${approvalId} was executed, ${apiKeyId} had been revoked`]
      : [];
  });
}

/** Steps in which keys were revoked, by their ids. */
export function revocations({ witness }: World): Map<string, number> {
  return new Map(
    witness
      .keys('KEY#')
      .map((key) => [
        key.slice('KEY#'.length, key.indexOf(' ')),
        witness.history(key).find(({ item }) => item?.revokedAt !== undefined)?.commit.step ?? Number.POSITIVE_INFINITY,
      ]),
  );
}
