import { rememberDropped } from '../../access/voters/former-electorate.ts';
import { recountIfChanged } from '../../access/voters/recount-work.ts';
import { withCountOfEndUsers } from '../../identity/counts-end-users.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/**
 * Puts another policy into force. The voters whom it drops are remembered, and open approvals are recounted if the
 * voters or the quorum change.
 * @returns the organization as it is stored
 */
export function replacePolicy(draft: JournalDraft, before: Organization, after: Organization): Organization {
  rememberDropped(draft, before, after);
  recountIfChanged(draft, before, after);
  const counting = withCountOfEndUsers(before, after, draft.timestamp);
  draft.changeOrganization(counting);
  return counting;
}
