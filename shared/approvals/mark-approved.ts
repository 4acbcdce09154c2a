import { replace } from '../ground/table/writes.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import { restartWork } from '../journal/due/due-work.ts';
import { type Approval, ApprovalEntity, approvalWork } from './approval.ts';

/** Marks an approval as having its votes. A worker executes it at once. */
export function markApproved(draft: JournalDraft, voted: Approval): Approval {
  const approved: Approval = { ...voted, status: 'approved', updatedAt: draft.timestamp };
  draft.write(restartWork(approvalWork(voted), draft.now), replace(ApprovalEntity, approved));
  return approved;
}
