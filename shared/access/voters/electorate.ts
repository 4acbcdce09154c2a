import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Member } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { may } from '../../identity/roles.ts';

type Approvals = Pick<Organization, 'approvals'>;

/** The people who may be excluded from voting on a request, as user ids. */
export interface ResponsiblePersons {
  /** The requester. For a key, everyone who issued or rotated it or any key that it descends from. */
  readonly persons: readonly string[];
  /** Everyone who invited one of these people, directly or through others. */
  readonly inviters: readonly string[];
}

/** The maximum number of voters. A decision checks each of them in its commit, which can hold a hundred writes. */
export const maxApprovers = 50;

/** Returns the number of votes that an approval needs. It is at least one, whatever the policy says. */
export function quorumOf({ approvals }: Approvals): number {
  return Math.max(1, approvals?.quorum ?? 1);
}

/**
 * Tells whether a person is currently a voter: named in the policy, and a member whose role can vote. A role alone
 * makes nobody a voter.
 */
export function isVoter({ approvals }: Approvals, member: Member | undefined): boolean {
  return canVote(member) && (approvals?.approvers.includes(member.userId) ?? false);
}

/** Tells whether a person can currently stop a reset of voters, which owners and voters can. */
export function mayStopReset(organization: Approvals, member: Member | undefined): boolean {
  return member?.role === 'owner' || isVoter(organization, member);
}

/** Tells whether a person can be named as a voter. */
export function canVote(member: Member | undefined): member is Member {
  return member !== undefined && may(member.role, 'approvals.vote');
}

/**
 * Returns the electorate of a new request: all voters except those responsible for the request. If one vote is enough,
 * their inviters are excluded too, because a person may have invited a second identity of their own.
 * @returns user ids
 * @throws ServiceError BAD_REQUEST when the electorate is smaller than the quorum
 */
export function electorateOf({ approvals }: Approvals, { persons, inviters }: ResponsiblePersons): string[] {
  const quorum = quorumOf({ approvals });
  const excluded = new Set(quorum === 1 ? [...persons, ...inviters] : persons);
  const electorate = (approvals?.approvers ?? []).filter((userId) => !excluded.has(userId));
  if (electorate.length >= quorum) return electorate;
  throw new ServiceError(
    'BAD_REQUEST',
    `too few voters: ${quorum} must agree, and only ${electorate.length} could vote besides the requester and those responsible for the requester`,
  );
}

/** Returns the organization without a voter who can no longer vote. */
export function withoutVoter(organization: Organization, userId: string): Organization {
  const { approvals } = organization;
  if (!approvals?.approvers.includes(userId)) return organization;
  return {
    ...organization,
    approvals: { ...approvals, approvers: approvals.approvers.filter((voter) => voter !== userId) },
  };
}

/**
 * Tells whether too few voters would remain if one of them made a request. A policy must name more voters than its
 * quorum.
 */
export function hasTooFewVoters({ approvals }: Approvals): boolean {
  return approvals !== undefined && approvals.approvers.length <= quorumOf({ approvals });
}
