import { reply } from '../../contract/reply.ts';
import { replace } from '../../ground/table/writes.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { cancelWork, replaceWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { changeEndpoint, type FoundEndpoint } from './change-endpoint.ts';
import type { EndpointKey } from './endpoint.ts';
import { endpointWork, type WebhookEndpoint, WebhookEndpointEntity } from './endpoint.ts';
import { presentEndpoint, type WebhookEndpointBody } from './present-endpoint.ts';
import { resumedCursor } from './resume-cursor.ts';

type Answer = Outcome<{ status: 200; body: WebhookEndpointBody }>;

/**
 * Pauses or resumes an endpoint. Setting the current state again changes nothing.
 * @throws ServiceError NOT_FOUND, ACCOUNT_BLOCKED, DEVELOPER_FEATURE_DISABLED
 */
export function enableWebhookEndpoint(runtime: Runtime, key: EndpointKey, enabled: boolean, execution: Execution) {
  return changeEndpoint(runtime, key, (found, draft) => decideEnabling(found, enabled, draft), execution);
}

export function decideEnabling(found: FoundEndpoint, enabled: boolean, draft: JournalDraft): Answer {
  if (found.endpoint.enabled === enabled) return answer(found);
  return enabled ? resume(found, draft) : pause(found, draft);
}

function pause({ endpoint, cursor }: Pick<FoundEndpoint, 'endpoint' | 'cursor'>, draft: JournalDraft): Answer {
  const paused: WebhookEndpoint = { ...endpoint, enabled: false };
  draft.write(replace(WebhookEndpointEntity, paused), cancelWork(endpointWork(endpoint)));
  return answer({ endpoint: paused, cursor });
}

/** Resets the health. Delivery continues from the cursor at once, so that no event recorded in the meantime is lost. */
function resume({ endpoint, cursor }: Pick<FoundEndpoint, 'endpoint' | 'cursor'>, draft: JournalDraft): Answer {
  const { disabledReason: _reason, ...rest } = endpoint;
  const resumed: WebhookEndpoint = { ...rest, enabled: true };
  const { write, cursor: cleared } = resumedCursor(endpoint, cursor, draft.now);
  draft.write(replace(WebhookEndpointEntity, resumed), write, replaceWork(endpointWork(endpoint), draft.now));
  return answer({ endpoint: resumed, cursor: cleared });
}

function answer({ endpoint, cursor }: Pick<FoundEndpoint, 'endpoint' | 'cursor'>): Answer {
  return { reply: reply(200, presentEndpoint(endpoint, cursor)), resourceId: endpoint.endpointId };
}
