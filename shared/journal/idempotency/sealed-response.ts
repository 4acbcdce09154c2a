import { ServiceError } from '../../ground/errors/service-error.ts';
import { type SealingKeys, seal, unseal } from '../../ground/signatures/seal.ts';
import type { IdempotencyRecord } from './record.ts';

type Body = Pick<NonNullable<IdempotencyRecord['response']>, 'body' | 'sealed'>;

/** The place where a response is stored, and the keys that seal it there. */
export interface ResponsePlace {
  /** The owner of the idempotency key: the id of an organization, or `user:<id>` for a person who joins one. */
  readonly organizationId: string;
  readonly key: string;
  /** Present if the response contains a secret. */
  readonly sealingKeys?: SealingKeys;
}

/** The stored form of a response's body: sealed if it contains a secret, and bound to its record. */
export function sealedBody(place: ResponsePlace, body: string): Body {
  const { sealingKeys } = place;
  return sealingKeys ? { body: seal(sealingKeys, 'response', body, nameOf(place)), sealed: true } : { body };
}

/**
 * The body as it was first sent.
 * @throws ServiceError IDEMPOTENCY_KEY_CONFLICT when the stage no longer has the key that sealed it
 */
export function unsealBody(place: ResponsePlace, { body, sealed }: Body): string {
  if (!sealed) return body;
  const opened = place.sealingKeys && unseal(place.sealingKeys, 'response', body, nameOf(place));
  if (opened !== undefined) return opened;
  throw new ServiceError(
    'IDEMPOTENCY_KEY_CONFLICT',
    'this idempotency key was executed; its answer contained a secret and can no longer be shown',
  );
}

function nameOf({ organizationId, key }: ResponsePlace): string {
  return `${organizationId}\n${key}`;
}
