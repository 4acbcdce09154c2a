import { exists, itemExists, type Predicate } from '../../ground/table/conditions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import { type Clauses, updateOf } from '../../ground/table/update-expression.ts';
import { updateIf, type Write } from '../../ground/table/writes.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { cursorRead, type WebhookCursor } from './cursor.ts';
import type { EndpointKey } from './endpoint.ts';
import { nextProbe } from './ladder.ts';
import type { Tally } from './tally.ts';

/** Adds the results of attempts to an endpoint's health, as part of a transaction. */
export function healthWrite({ organizationId, endpointId }: EndpointKey, tally: Tally): Write {
  const update = updateOf<WebhookCursor>(tally.clauses, itemExists);
  return updateIf(cursorRead(organizationId, endpointId), update);
}

/**
 * The same in a single write. Many attempts of an endpoint end at the same time, and their transactions would conflict.
 * @returns the cursor after the write; undefined for an endpoint that no longer exists
 */
export async function addHealth(
  runtime: Pick<Runtime, 'store'>,
  endpoint: EndpointKey,
  tally: Tally,
): Promise<WebhookCursor | undefined> {
  return changeCursor(runtime, endpoint, tally.clauses, itemExists);
}

/** Postpones the next probe of an endpoint, if its events are still held back. */
export async function postponeProbe(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  endpoint: EndpointKey,
  { probes = 0 }: WebhookCursor,
): Promise<void> {
  const probeAt = nextProbe(probes, runtime.clock());
  await changeCursor(runtime, endpoint, { set: { probeAt } }, exists('probeAt'));
}

/** @returns undefined where the condition does not hold */
async function changeCursor(
  { store }: Pick<Runtime, 'store'>,
  { organizationId, endpointId }: EndpointKey,
  clauses: Clauses<WebhookCursor>,
  condition: Predicate<WebhookCursor>,
): Promise<WebhookCursor | undefined> {
  const wanted = cursorRead(organizationId, endpointId);
  return store.update(wanted, updateOf<WebhookCursor>(clauses, condition)).catch((error) => {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  });
}
