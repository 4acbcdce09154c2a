import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Member } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { may } from '../../identity/roles.ts';

type Approvals = Pick<Organization, 'approvals'>;

/** Whom it keeps from voting that somebody asks: user ids. */
export interface Answerable {
  /** Who asked; for a key, whoever issued or rotated it or any key that it descends from. */
  readonly persons: readonly string[];
  /** Who invited one of them, directly or through others. */
  readonly inviters: readonly string[];
}

/** A decision checks each of them in its commit, which takes a hundred writes. */
export const maxApprovers = 50;

/** Votes that an approval takes: at least one, whatever the policy says. */
export function quorumOf({ approvals }: Approvals): number {
  return Math.max(1, approvals?.quorum ?? 1);
}

/** Whether somebody is a voter today: named in the policy, and a member in a role that votes. Only naming makes a voter. */
export function isVoter({ approvals }: Approvals, member: Member | undefined): boolean {
  return canVote(member) && (approvals?.approvers.includes(member.userId) ?? false);
}

/** Whether somebody may be named as a voter. */
export function canVote(member: Member | undefined): member is Member {
  return member !== undefined && may(member.role, 'approvals.vote');
}

/**
 * The electorate of what is asked for now: the voters, but none who answers for it. Where one vote is enough, who invited an
 * asker is left out too: they may be one person.
 * @returns user ids
 * @throws ServiceError BAD_REQUEST when they are fewer than the quorum
 */
export function electorateOf({ approvals }: Approvals, { persons, inviters }: Answerable): string[] {
  const quorum = quorumOf({ approvals });
  const excluded = new Set(quorum === 1 ? [...persons, ...inviters] : persons);
  const electorate = (approvals?.approvers ?? []).filter((userId) => !excluded.has(userId));
  if (electorate.length >= quorum) return electorate;
  throw new ServiceError(
    'BAD_REQUEST',
    `too few voters: ${quorum} have to agree, and besides who asks or answers for it ${electorate.length} could`,
  );
}

/** The organization without a voter who may vote no more. */
export function strikeVoter(organization: Organization, userId: string): Organization {
  const { approvals } = organization;
  if (!approvals?.approvers.includes(userId)) return organization;
  return {
    ...organization,
    approvals: { ...approvals, approvers: approvals.approvers.filter((voter) => voter !== userId) },
  };
}

/** Whether whoever asks could leave too few to agree: a policy names more voters than its quorum. */
export function hasTooFewVoters({ approvals }: Approvals): boolean {
  return approvals !== undefined && approvals.approvers.length <= quorumOf({ approvals });
}
