import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { until } from '../../../scripts/support/until.ts';
import type { Answer } from '../../support/hand-signed.ts';

/** Sends a keyed request again and again until it is answered 200. */
export function untilExecuted(idempotencyKey: string, withinMs: number, send: () => Promise<Answer>): Promise<Answer> {
  return until(`${idempotencyKey} is executed`, withinMs, async () => {
    const answer = await send();
    if (answer.status === 200) return answer;
    // In progress: the killed execution still holds the key; 429: a lost race. Nothing else may come.
    expect(['IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS', 'RATE_LIMITED']).toContain(answer.body?.type);
    await sleep(Number(answer.headers.get('retry-after')) * 1000);
    return undefined;
  });
}
