import { allOf, anyOf, atMost, equals, itemExists, notExists } from '../../ground/table/conditions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import { type Clauses, updateOf } from '../../ground/table/update-expression.ts';
import { leaseMs } from '../../journal/due/claim-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { cursorRead, type WebhookCursor } from '../endpoints/cursor.ts';
import type { EndpointKey } from '../endpoints/endpoint.ts';

/** A cursor that this worker alone moves until its lease ends. */
export interface ClaimedCursor extends WebhookCursor {
  readonly claim: string;
}

type ClaimRuntime = Pick<Runtime, 'clock' | 'ids' | 'store'>;

/**
 * Takes an endpoint's cursor. Its lease lies in no index, so that the claim costs one write unit.
 * @returns the cursor that somebody else holds when there is one; undefined for an endpoint that is gone
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
    const cursor = await store.update(cursorRead(organizationId, endpointId), update);
    return { claimed: { ...cursor, claim } };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = error.item as WebhookCursor | undefined;
    // The SDK repeats an update whose answer was lost: then the claim found is our own.
    if (found?.claim === claim) return { claimed: { ...found, claim } };
    return found && { heldBySomebody: found };
  }
}

/**
 * Changes a cursor that is ours.
 * @param isStill what else must be as it was: `probeAt`, which others change too
 * @returns the cursor; undefined when it is ours no more, is gone, or is no longer so
 */
export async function advanceCursor(
  { store }: Pick<Runtime, 'store'>,
  { organizationId, endpointId, claim }: ClaimedCursor,
  clauses: Clauses<WebhookCursor>,
  isStill: { readonly probeAt?: number } = {},
): Promise<WebhookCursor | undefined> {
  const update = updateOf<WebhookCursor>(clauses, equals({ claim, ...isStill }));
  try {
    return await store.update(cursorRead(organizationId, endpointId), update);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}
