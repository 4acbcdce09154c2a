import { allOf, anyOf, atMost, equals, itemExists, notExists, type Predicate } from '../../ground/table/conditions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import { type Clauses, updateOf } from '../../ground/table/update-expression.ts';
import { leaseMs } from '../../journal/due/claim-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { cursorRef, type WebhookCursor } from '../endpoints/cursor.ts';
import type { EndpointKey } from '../endpoints/endpoint.ts';

/** A cursor that only this worker advances until the lease ends. */
export interface ClaimedCursor extends WebhookCursor {
  readonly claim: string;
}

type ClaimRuntime = Pick<Runtime, 'clock' | 'ids' | 'store'>;

/**
 * Claims an endpoint's cursor. No index contains the lease, so that the claim costs one write unit.
 * @returns the cursor, claimed or held by another worker; undefined for an endpoint that no longer exists
 */
export async function claimCursor(
  { clock, ids, store }: ClaimRuntime,
  { organizationId, endpointId }: EndpointKey,
): Promise<{ claimed: ClaimedCursor } | { heldBySomebody: WebhookCursor } | undefined> {
  const now = clock();
  const claim = ids.token();
  try {
    const isFree = anyOf<WebhookCursor>(notExists('leaseUntil'), atMost({ leaseUntil: now }));
    const update = updateOf<WebhookCursor>({ set: { claim, leaseUntil: now + leaseMs } }, allOf(itemExists, isFree));
    const cursor = await store.update(cursorRef(organizationId, endpointId), update);
    return { claimed: { ...cursor, claim } };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = error.item as WebhookCursor | undefined;
    // The SDK repeats an update whose response was lost. The claim that it finds is then our own.
    if (found?.claim === claim) return { claimed: { ...found, claim } };
    return found && { heldBySomebody: found };
  }
}

/**
 * Changes a cursor that this worker has claimed.
 * @param isStill the value of `mended` that must be unchanged, or still absent, because other workers change it too
 * @returns the cursor; undefined if the claim is lost, the cursor no longer exists, or `isStill` does not hold
 */
export async function advanceCursor(
  { store }: Pick<Runtime, 'store'>,
  { organizationId, endpointId, claim }: ClaimedCursor,
  clauses: Clauses<WebhookCursor>,
  isStill?: Pick<WebhookCursor, 'mended'>,
): Promise<WebhookCursor | undefined> {
  const update = updateOf<WebhookCursor>(clauses, allOf(equals({ claim }), ...(isStill ? [isUnmended(isStill)] : [])));
  try {
    return await store.update(cursorRef(organizationId, endpointId), update);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

function isUnmended({ mended }: Pick<WebhookCursor, 'mended'>): Predicate<WebhookCursor> {
  return mended === undefined ? notExists<WebhookCursor>('mended') : equals<WebhookCursor>({ mended });
}
