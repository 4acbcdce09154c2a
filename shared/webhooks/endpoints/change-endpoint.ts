import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { cursorRef, type WebhookCursor } from './cursor.ts';
import { type EndpointKey, endpointRef, type WebhookEndpoint } from './endpoint.ts';
import { requireDeveloper } from './require-developer.ts';

export interface FoundEndpoint {
  readonly organization: Organization;
  readonly endpoint: WebhookEndpoint;
  /**
   * The cursor as it was read. Workers change it at any time, so a decision may depend on it only if its write is
   * conditional on it.
   */
  readonly cursor: WebhookCursor | undefined;
}

/**
 * Commits a change of an existing endpoint.
 * @param decide pure
 * @throws ServiceError NOT_FOUND, also for another organization's endpoint; ACCOUNT_BLOCKED;
 * DEVELOPER_FEATURE_DISABLED; and any error of `decide`
 */
export async function changeEndpoint<Answer>(
  runtime: Runtime,
  { organizationId, endpointId }: EndpointKey,
  decide: (found: FoundEndpoint, draft: JournalDraft) => Outcome<Answer>,
  execution: Execution,
) {
  const reads = { endpoint: endpointRef(organizationId, endpointId), cursor: cursorRef(organizationId, endpointId) };
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads,
      decide: ({ organization, endpoint, cursor }, draft) => {
        requireDeveloper(organization);
        draft.skipCheck('cursor');
        return decide({ organization, endpoint: requireEndpoint(endpoint), cursor }, draft);
      },
    },
    execution,
  );
  return replyOf(outcome);
}

/** @throws ServiceError NOT_FOUND */
export function requireEndpoint(endpoint: WebhookEndpoint | undefined): WebhookEndpoint {
  if (!endpoint) throw new ServiceError('NOT_FOUND', 'no such webhook endpoint');
  return endpoint;
}
