import type { Member } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { withdrawAccess } from '../../identity/withdraw-access.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { personCredential } from '../../ports/sessions.ts';
import { TeamEntity, teamIn } from './team.ts';

/**
 * Ends everything that a member has started: requests in progress, and open invitations that they created, because they
 * know the tokens.
 * @returns the organization as it must be written
 */
export function endMemberAccess(draft: JournalDraft, organization: Organization, { userId }: Member): Organization {
  const team = teamIn(draft);
  draft.change(TeamEntity, { ...team, invitations: team.invitations.filter(({ invitedBy }) => invitedBy !== userId) });
  return withdrawAccess(organization, personCredential(userId), draft.now);
}
