import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { FoundEndpoint } from './change-endpoint.ts';
import { WebhookEndpointEntity } from './endpoint.ts';
import { presentEndpoint, type RotatedWebhookEndpointBody } from './present-endpoint.ts';
import { maxPreviousSecrets, secretOverlapMs } from './secrets.ts';

/**
 * Decides that an endpoint gets a new secret. The former one also signs for one more day.
 * @param secret the new secret; `sealed` is how the table keeps it
 * @throws ServiceError BAD_REQUEST while the most previous secrets that are allowed still sign
 */
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
