import { isDeepStrictEqual } from 'node:util';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type DueKey, replaceWork } from '../../journal/due/due-work.ts';
import { quorumOf } from './electorate.ts';

/** The rows of a commit become visible one by one, so an approval requested just before the change may appear late. */
const recountDelayMs = 2_000;
const resourceId = 'electorate';

/** Returns the key of the due work that recounts the votes of every open approval. An organization has one such row. */
export function recountWork(organizationId: string): DueKey {
  return { organizationId, kind: 'approvals', resourceId };
}

/** Tells whether work of the kind `approvals` is about the whole electorate rather than one approval. */
export function isRecountWork(work: Pick<DueKey, 'resourceId'>): boolean {
  return work.resourceId === resourceId;
}

/**
 * Schedules a recount of open approvals. Belongs in the commit that changes who may vote or make requests. An
 * organization without approvals needs no recount: either nothing is waiting, or the change that lifted the approvals
 * has scheduled one.
 */
export function scheduleRecount(draft: JournalDraft, before: Organization): void {
  if (!before.approvals) return;
  draft.write(replaceWork(recountWork(before.organizationId), draft.now + recountDelayMs));
}

/** Schedules a recount if a policy change names other voters or changes the quorum. */
export function recountIfChanged(draft: JournalDraft, before: Organization, after: Organization): void {
  if (!isDeepStrictEqual(electorate(before), electorate(after))) scheduleRecount(draft, before);
}

function electorate({ approvals }: Organization) {
  return approvals && [quorumOf({ approvals }), [...approvals.approvers].sort()];
}
