import type { SealingKeys } from '../../ground/signatures/seal.ts';
import type { Member } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { mailWrites } from '../../journal/rows/mail-writes.ts';
import { nameInMail } from '../../journal/rows/name-in-mail.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { hasTooFewVoters, withoutVoter } from './electorate.ts';
import { keepAddress, rememberFormer } from './former-electorate.ts';

/**
 * Data for writing mail in a decision. It is created before the decision, so that a repeated decision writes the same
 * mail.
 */
export interface MailMaterial {
  readonly mailId: string;
  readonly sealingKeys: SealingKeys;
}

export async function mailMaterial({ ids, clock, secrets }: Runtime<'sealing'>): Promise<MailMaterial> {
  const sealingKeys = await secrets.sealingKeys();
  return { mailId: ids.next('mail', clock()), sealingKeys };
}

/**
 * Removes a voter who leaves, or whose role can no longer vote, in the same commit. The owners are notified by mail if
 * too few voters remain.
 * @param after the organization as it will be written
 * @returns the organization without the voter
 */
export function removeVoter(
  draft: JournalDraft,
  after: Organization,
  { userId }: Member,
  material: MailMaterial,
): Organization {
  const remaining = withoutVoter(after, userId);
  if (remaining === after) return after;
  if (hasTooFewVoters(remaining))
    draft.write(...mailWrites({ ...material, ...tooFewMail(remaining) }, material.sealingKeys, draft.now));
  return remaining;
}

/** Remembers a person who stops being a voter or an owner. If the person stopped earlier, stores their address. */
export function rememberLostRole(draft: JournalDraft, before: Organization, member: Member): void {
  const wasVoter = before.approvals?.approvers.includes(member.userId) ?? false;
  const { userId, email } = member;
  if (wasVoter || member.role === 'owner') rememberFormer(draft, [{ userId, email, wasVoter }]);
  else keepAddress(draft, member);
}

function tooFewMail(organization: Organization) {
  const { organizationId, approvals } = organization;
  const { quorum = 1, approvers = [] } = approvals ?? {};
  const name = nameInMail(organization);
  return {
    organizationId,
    to: { roles: ['owner' as const] },
    subject: `Too few voters are left at ${name}`,
    text: [
      `A voter of ${name} has left or can no longer vote. An approval needs ${quorum} votes, and ${approvers.length} voters are left.`,
      'Requests that too few people could vote on are refused: payouts above the threshold, and policy changes ' +
        'that loosen a rule. The policy can still be tightened.',
      'Name more voters while enough are left to agree to it (PATCH policy, approvals.approvers). Otherwise ask the platform to name them.',
    ].join('\n\n'),
  };
}
