import { itemExists } from '../../ground/table/conditions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { updateIf, type Write } from '../../ground/table/writes.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { cursorRef, type WebhookCursor } from './cursor.ts';
import type { EndpointKey } from './endpoint.ts';
import type { Tally } from './tally.ts';

/** Returns the write that adds the results of attempts to an endpoint's health, as part of a transaction. */
export function healthWrite({ organizationId, endpointId }: EndpointKey, tally: Tally): Write {
  const update = updateOf<WebhookCursor>(tally.clauses, itemExists);
  return updateIf(cursorRef(organizationId, endpointId), update);
}

/**
 * Adds the results of attempts in a single write. Many attempts at an endpoint end at the same time, and their
 * transactions would conflict.
 * @param isMended whether events that are held back should be tried at once
 * @returns the cursor after the write; undefined for an endpoint that no longer exists
 */
export async function addHealth(
  { store }: Pick<Runtime, 'store'>,
  { organizationId, endpointId }: EndpointKey,
  tally: Tally,
  { isMended = false } = {},
): Promise<WebhookCursor | undefined> {
  const { add, ...clauses } = tally.clauses;
  const update = updateOf<WebhookCursor>({ ...clauses, add: { ...add, ...(isMended && { mended: 1 }) } }, itemExists);
  return store.update(cursorRef(organizationId, endpointId), update).catch((error) => {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  });
}
