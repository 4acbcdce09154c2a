import { isDeepStrictEqual } from 'node:util';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type DueKey, replaceWork } from '../../journal/due/due-work.ts';
import { quorumOf } from './electorate.ts';

/**
 * A commit's rows become visible one by one: an approval that was asked for just before the change may appear late.
 */
const changeSettlesMs = 2_000;
const resourceId = 'electorate';

/** Key of the due work that counts the votes of every open approval again. An organization has one such row. */
export function recountWork(organizationId: string): DueKey {
  return { organizationId, kind: 'approvals', resourceId };
}

/** Whether work of the kind `approvals` is about the whole electorate, and not about one approval. */
export function isRecountWork(work: Pick<DueKey, 'resourceId'>): boolean {
  return work.resourceId === resourceId;
}

/**
 * Schedules a recount of what waits for votes, in the commit that changes who may vote or ask. Where the organization has
 * no approvals nothing waits, or the change that lifted them has scheduled it.
 */
export function scheduleRecount(draft: JournalDraft, before: Organization): void {
  if (!before.approvals) return;
  draft.write(replaceWork(recountWork(before.organizationId), draft.now + changeSettlesMs));
}

/** Schedules a recount if a change of the policy names other voters, or asks for more or fewer of them to agree. */
export function recountIfChanged(draft: JournalDraft, before: Organization, after: Organization): void {
  if (!isDeepStrictEqual(electorate(before), electorate(after))) scheduleRecount(draft, before);
}

function electorate({ approvals }: Organization) {
  return approvals && [quorumOf({ approvals }), [...approvals.approvers].sort()];
}
