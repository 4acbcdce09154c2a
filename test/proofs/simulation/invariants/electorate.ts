import type { Item } from '../../../../local/table/item.ts';
import { type Approval, ApprovalEntity } from '../../../../shared/approvals/approval.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { type Organization, OrganizationEntity } from '../../../../shared/identity/organization.ts';
import type { Invocation } from '../engine/invocation.ts';
import type { Version } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import { operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const electorateInvariants: readonly Invariant[] = [
  {
    name: 'votes are those of voters when it was asked for, one each, in time, never of who answers for who asked or who submitted',
    broken: votesCount,
  },
  { name: 'what a thief asks for is never approved by the thief alone', broken: nothingForThieves },
  { name: 'no rule that others approve payouts is loosened by a thief', broken: thievesLoosenNothing },
];

/** Clocks differ, and a vote is dated by the latest. */
const clockErrorMs = 6_000;

function votesCount(books: Books, world: World): string[] {
  const { organizationId, approvals } = books;
  const { witness } = world;
  const rotators = rotatorsByKey(books, world);
  return approvals.flatMap(({ approvalId, kind, batchId, votes, status, failureReason }) => {
    const key = `APPROVAL#${organizationId} ${approvalId}`;
    const [requested] = witness.history(key);
    const { initiator, expiresAt, required } = format(ApprovalEntity, requested?.item ?? {});
    const { approvers = [], quorum = 1 } = organizationWhen(books, world, key).approvals ?? {};
    const step = requested?.commit.step ?? 0;
    const asked = { books, world, rotators, step, isOneEnough: quorum === 1 };
    const creator = books.batches.find((batch) => batch.batchId === batchId)?.createdBy;
    const answerable = new Set([initiator, creator ?? {}].flatMap((one) => [...answerableFor(one, asked)]));
    const mayVote = (person: string) => approvers.includes(person) && !answerable.has(person);
    const voters = votes.map(({ actorUserId }) => actorUserId);
    const agreed = votes.filter(({ decision }) => decision === 'approve').length;
    // A revocation ends what still waits for votes, too, and so do the cancel of a run, the removal of an account, and
    // the loss of too many voters.
    const isRemoved = kind === 'collection_account' && failureReason === 'CONFLICT';
    const isUndecidable = failureReason === 'FORBIDDEN';
    const endsBefore =
      failureReason === 'UNAUTHORIZED' ||
      failureReason === 'PAYOUT_BATCH_NOT_CONFIRMABLE' ||
      isUndecidable ||
      isRemoved;
    const wasVotedOn = status === 'executed' || (status === 'failed' && !endsBefore);
    const needed = wasVotedOn ? required : 0;
    return [
      ...(new Set(voters).size === voters.length ? [] : [`${approvalId} has votes of ${voters}`]),
      ...votes
        .filter(({ at }) => Date.parse(at) >= expiresAt + clockErrorMs)
        .map(({ actorUserId }) => `${actorUserId} voted late on ${approvalId}`),
      ...voters.filter((person) => !mayVote(person)).map((person) => `${person} voted on ${approvalId}`),
      ...(agreed >= needed ? [] : [`${approvalId} is ${status} by ${agreed} of ${required} votes`]),
    ];
  });
}

/** The organization as it was when an item was first written: its commit had read that. */
export function organizationWhen({ organizationId }: Books, { witness }: World, key: string): Organization {
  const [made] = witness.history(key);
  const versions = witness.history(`ORG#${organizationId} ORG`);
  const before = versions.findLast(({ commit }) => commit.step < (made?.commit.step ?? 0));
  return format(OrganizationEntity, before?.item ?? {});
}

interface Asked {
  readonly books: Books;
  readonly world: World;
  readonly rotators: Rotators;
  /** When it was asked for. */
  readonly step: number;
  /** Whether a single vote decides: then whoever invited an asker may be the asker. */
  readonly isOneEnough: boolean;
}

/** Who asked; of a key, who issued it, and who rotated it or any key that it descends from: as it was done, whatever the rows say. */
function answerableFor({ apiKeyPrefix, issuedBy, actorUserId }: Approval['initiator'], asked: Asked): Set<string> {
  const { world, rotators, step } = asked;
  const persons = new Set<string>();
  const add = (person: string | undefined, since: number) => {
    if (person === undefined) return;
    persons.add(person);
    if (asked.isOneEnough) for (const inviter of invitersOf(asked, person, since)) persons.add(inviter);
  };
  add(actorUserId, step);
  const made = world.witness.keys('KEY#').flatMap((key) => world.witness.history(key)[0] ?? []);
  let key = made.find(({ item }) => apiKeyPrefix !== undefined && item?.prefix === apiKeyPrefix);
  add(issuedBy, firstOf(key, made)?.commit.step ?? step);
  while (key) {
    add(rotators.get(String(key.item?.id)), key.commit.step);
    key = predecessorOf(key, made);
  }
  return persons;
}

function predecessorOf({ item }: Version, made: readonly Version[]): Version | undefined {
  return made.find((one) => one.item?.id === item?.rotatedFrom);
}

/** The key that was issued, of which the others are successors. */
function firstOf(key: Version | undefined, made: readonly Version[]): Version | undefined {
  let first = key;
  for (let before = key; before; before = predecessorOf(before, made)) first = before;
  return first;
}

/** Who invited somebody who was a member at a step, who invited that one, and so on. */
function invitersOf(asked: Pick<Asked, 'books' | 'world'>, userId: string, step: number): string[] {
  const { books, world } = asked;
  const versions = world.witness.history(`MEMBER#${books.organizationId} ${userId}`);
  const joined = versions.findLast(
    ({ item, commit }, index) => item && !versions[index - 1]?.item && commit.step <= step,
  );
  const by = joined?.item?.invitedBy as string | undefined;
  return by === undefined ? [] : [by, ...invitersOf(asked, by, joined?.commit.step ?? 0)];
}

type Rotators = ReadonlyMap<string, string | undefined>;

/** The member whose request made each successor. */
function rotatorsByKey(books: Books, world: World): Rotators {
  const asked = new Map<Invocation | undefined, string | undefined>(
    operationsOf(books, world).flatMap(({ attempts, as }) =>
      attempts.map(({ invocation }) => [invocation, as] as const),
    ),
  );
  return new Map(
    world.witness.keys('KEY#').map((key) => {
      const [made] = world.witness.history(key);
      // Nobody's request made the keys that were there at the beginning.
      const by = made?.commit.by;
      return [String(made?.item?.id), by && asked.get(by)];
    }),
  );
}

/** Nobody else votes for it. */
function nothingForThieves({ organizationId, approvals }: Books, { thief, witness }: World): string[] {
  const keyIds = new Set(thief.keys.map(({ id }) => id));
  return approvals
    .filter(
      ({ initiator: { apiKeyId = '', actorUserId = '' } }) =>
        keyIds.has(apiKeyId) || thief.identities.includes(actorUserId),
    )
    .filter(({ approvalId }) =>
      witness.history(`APPROVAL#${organizationId} ${approvalId}`).some(({ item }) => item?.status === 'approved'),
    )
    .map(({ approvalId, votes }) => `${approvalId} was approved by ${votes.map(({ actorUserId }) => actorUserId)}`);
}

function thievesLoosenNothing({ organizationId }: Books, { thief, witness }: World): string[] {
  const theirs = new Set(
    thief.caller.operations.flatMap(({ attempts }) => attempts.map(({ invocation }) => invocation)),
  );
  const versions = witness.history(`ORG#${organizationId} ORG`);
  return versions.flatMap(({ item, commit }, index) => {
    const before = versions[index - 1]?.item;
    const isTheirs = commit.by !== undefined && theirs.has(commit.by);
    return before && item && isTheirs && isLooser(before, item) ? [`${commit.by?.name} loosened the policy`] : [];
  });
}

function isLooser(earlier: Item, later: Item): boolean {
  const before = format(OrganizationEntity, earlier).approvals;
  const after = format(OrganizationEntity, later).approvals;
  if (!before || !after) return before !== after;
  const isRaised = (from?: bigint, to?: bigint) => from !== undefined && (to === undefined || to > from);
  return (
    isRaised(before.threshold, after.threshold) ||
    isRaised(before.dailyThreshold, after.dailyThreshold) ||
    after.quorum < before.quorum ||
    after.approvers.some((voter) => !before.approvers.includes(voter))
  );
}
