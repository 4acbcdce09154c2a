import { keysPerCommit } from '../access/api-keys/end-keys.ts';
import { keyRingRef } from '../access/api-keys/key-ring.ts';
import { readKeysOfPerson } from '../access/api-keys/person-keys.ts';
import { decideMemberRemoval } from '../access/members/remove-member.ts';
import { addMember } from '../access/team/add-member.ts';
import { formerMemberRef } from '../access/team/former-member.ts';
import { learnInviters } from '../access/team/inviters.ts';
import { type MemberBody, presentMember } from '../access/team/present-member.ts';
import { teamRef } from '../access/team/team.ts';
import { nameVoters } from '../access/voters/name-voters.ts';
import { mailMaterial } from '../access/voters/remove-voter.ts';
import type { OperationCall } from '../contract/operation.ts';
import { ServiceError } from '../ground/errors/service-error.ts';
import { apiKeyRef } from '../identity/api-key.ts';
import type { LinkDisposition } from '../identity/link-disposition.ts';
import { type Member, memberRef } from '../identity/member.ts';
import type { Organization } from '../identity/organization.ts';
import type { Role } from '../identity/roles.ts';
import { decideAndCommit, replyOf } from '../journal/commit/decide.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import { auditing } from '../journal/commit/execution.ts';
import type { KeyDisposition } from '../journal/rows/audit-event.ts';
import { mailWrites } from '../journal/rows/mail-writes.ts';
import { nameInMail } from '../journal/rows/name-in-mail.ts';

export interface NewMemberRequest {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  /** User id of a member to remove in the same commit. */
  readonly replaces?: string | undefined;
  /** What happens to the keys of the removed member. */
  readonly keys?: KeyDisposition | undefined;
  /** What happens to the open payout links of the removed member, and of their revoked keys. */
  readonly links?: LinkDisposition | undefined;
}

/**
 * Makes a person a member on behalf of operators, and optionally removes another in the same commit: an organization
 * whose only owner is gone has nobody who could invite. Nobody becomes a voter by it. The owners and the removed member
 * are notified by mail. Repeating it changes nothing.
 * @throws ServiceError NOT_FOUND when there is no member to replace; CONFLICT if the person already is a member, or,
 * naming the keys, if the caller does not say what happens to them; BAD_REQUEST when the team is full, or when the last
 * owner would be replaced by someone who is not an owner
 */
export async function putMember(
  call: OperationCall<unknown, 'sealing'>,
  request: NewMemberRequest,
): Promise<MemberBody> {
  const { runtime, actorUserId, execution, organization: known } = call;
  const { organizationId } = known;
  const { userId, replaces = userId, keys, links } = request;
  const keysAreSaidBy = '--keys revoke or --keys keep';
  // Done first, so that a new owner does not become a voter of a policy that names nobody yet.
  await nameVoters(runtime, known);
  if (request.replaces) await learnInviters(runtime.store, organizationId, replaces);
  const [material, removalMaterial] = [await mailMaterial(runtime), await mailMaterial(runtime)];
  const { facts, ids } = await readKeysOfPerson(runtime.store, organizationId, replaces);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {
        member: memberRef(organizationId, userId),
        ...(request.replaces && { replaced: memberRef(organizationId, replaces) }),
        ring: keyRingRef(organizationId),
      },
      lookUps: [
        teamRef(organizationId),
        formerMemberRef(organizationId, replaces),
        ...ids.slice(0, keysPerCommit).map(apiKeyRef),
      ],
      decide: ({ organization, member, replaced, ring }, draft) => {
        if (member && isDone(request, member, replaced)) {
          return { reply: { status: 200 as const, body: presentMember(member) }, resourceId: userId };
        }
        if (member) throw new ServiceError('CONFLICT', `${userId} is already a member, as ${member.role}`);
        const added = addByOperator(draft, organization, request, actorUserId);
        if (request.replaces) {
          const operator = { userId: actorUserId, role: 'owner' as const };
          const found = { organization: added.organization, member: replaced, ring, facts };
          decideMemberRemoval(found, operator, draft, { material: removalMaterial, keys, links, keysAreSaidBy });
        }
        const addresses = replaced ? [replaced.email] : [];
        const mail = { organizationId, mailId: material.mailId, to: { roles: ['owner' as const], addresses } };
        draft.write(...mailWrites({ ...mail, ...text(organization, request) }, material.sealingKeys, draft.now));
        return { reply: { status: 200 as const, body: presentMember(added.member) }, resourceId: userId };
      },
    },
    auditing(execution, { keys, links }),
  );
  return replyOf(outcome).body;
}

/** Whether an earlier attempt has already done all of it: its answer may have been lost. */
function isDone({ email, role, replaces }: NewMemberRequest, member: Member, replaced: Member | undefined): boolean {
  return member.email === email && member.role === role && (replaces === undefined || !replaced);
}

/** The operator counts as the inviter. A member without an inviter would be taken for one of the first members. */
function addByOperator(
  draft: JournalDraft,
  organization: Organization,
  { userId, email, role }: NewMemberRequest,
  operator: string,
) {
  const member = addMember(draft, organization, { userId, email, role, invitedBy: operator, inviters: [operator] });
  const { owners = 0 } = organization;
  return { member, organization: role === 'owner' ? { ...organization, owners: owners + 1 } : organization };
}

function text(organization: Organization, { email, role, replaces }: NewMemberRequest) {
  const name = nameInMail(organization);
  return {
    subject: `Operators of the platform changed who belongs to ${name}`,
    text: [
      `${email} is now a member of ${name}, with the role ${role}${replaces ? ', in place of a member who was removed' : ''}.`,
      'Operators do this when somebody of your organization asked them to, for instance because its only owner could not sign in any more.',
      'If nobody of you did, contact the platform at once.',
    ].join('\n\n'),
  };
}
