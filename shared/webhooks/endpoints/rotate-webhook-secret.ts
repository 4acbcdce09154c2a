import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { changeEndpoint, type FoundEndpoint } from './change-endpoint.ts';
import type { EndpointKey } from './endpoint.ts';
import { WebhookEndpointEntity } from './endpoint.ts';
import { presentEndpoint, type RotatedWebhookEndpointBody } from './present-endpoint.ts';
import { maxPreviousSecrets, newSigningSecret, sealSigningSecret, secretOverlapMs } from './secrets.ts';

/**
 * Gives an endpoint a new secret. The previous secret also signs for one more day.
 * @throws ServiceError NOT_FOUND; ACCOUNT_BLOCKED; DEVELOPER_FEATURE_DISABLED; BAD_REQUEST while the maximum number of
 * previous secrets still sign
 */
export async function rotateWebhookSecret(runtime: Runtime<'sealing'>, key: EndpointKey, execution: Execution) {
  const secret = newSigningSecret(runtime.ids);
  const sealed = await sealSigningSecret(runtime, key.endpointId, secret);
  return changeEndpoint(runtime, key, (found, draft) => decideRotation(found, { secret, sealed }, draft), execution);
}

/** @param secret the new secret; `sealed` is its stored form */
export function decideRotation(
  { endpoint, cursor }: Pick<FoundEndpoint, 'endpoint' | 'cursor'>,
  { secret, sealed }: { readonly secret: string; readonly sealed: string },
  draft: JournalDraft,
): Outcome<{ status: 200; body: RotatedWebhookEndpointBody }> {
  const valid = (endpoint.previousSecrets ?? []).filter(({ validUntil }) => validUntil > draft.now);
  const oldest = valid.at(-1);
  if (oldest && valid.length >= maxPreviousSecrets) {
    throw new ServiceError(
      'BAD_REQUEST',
      `${maxPreviousSecrets} previous secrets still sign; the oldest ends at ${timestamp(oldest.validUntil)}`,
    );
  }
  const validUntil = draft.now + secretOverlapMs;
  const previousSecrets = [{ secret: endpoint.secret, validUntil }, ...valid];
  draft.write(replace(WebhookEndpointEntity, { ...endpoint, secret: sealed, previousSecrets }));
  const body = { ...presentEndpoint(endpoint, cursor), secret, previousValidUntil: timestamp(validUntil) };
  return { reply: reply(200, body), resourceId: endpoint.endpointId };
}
