import type { Store } from '../../ground/table/store.ts';
import type { Link } from '../links/link.ts';
import { AttemptEntity, OpenAttemptEntity, openAttemptPartition } from './attempt.ts';

/**
 * Enough for a link with few payments. On other links, more reads to find out when a place becomes free are not
 * worthwhile.
 */
const mostExamined = 25;

/**
 * Returns the earliest time, in milliseconds, at which an attempt that holds a place expires. The result identifies no
 * buyer.
 * @returns undefined if no such attempt was found, for example because all places are paid
 */
export async function firstPlaceHeldUntil(
  store: Pick<Store, 'range' | 'getMany'>,
  { organizationId, linkId }: Link,
  now: number,
): Promise<number | undefined> {
  const partition = openAttemptPartition(organizationId, linkId);
  const { items } = await store.range(OpenAttemptEntity, { partition, limit: mostExamined });
  const keys = items.map(({ attemptId }) => attemptId).filter((id) => id.startsWith('att_'));
  const attempts = await store.getMany(
    AttemptEntity,
    keys.map((attemptId) => ({ organizationId, attemptId })),
  );
  const ends = attempts.filter(({ holdsPlace }) => holdsPlace).map(({ expiresAt }) => expiresAt);
  const left = ends.filter((end) => end > now);
  return left.length === 0 ? undefined : Math.min(...left);
}
