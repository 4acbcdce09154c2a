import type { TableCall } from '../../../../local/table/call.ts';
import { Ongoing } from '../../../../local/table/ongoing.ts';
import type { Sleep } from '../../../../shared/ground/time/clock.ts';
import { systemSleep } from '../../../../shared/ground/time/system-time.ts';
import type { Intercept } from './intercept.ts';
import { latencyOf } from './latency.ts';

interface Options {
  /** Whether AWS's time comes on top of what the store takes, or a call takes at least AWS's time. */
  readonly latencies?: 'added' | 'at-least';
  readonly sleep?: Sleep;
}

/**
 * Makes a store behave like DynamoDB in two ways that it does not by itself: calls take AWS's time, and a transaction holds
 * its items for all of that time. Who meets it is refused with a conflict, after the call's latency. One store, one of these:
 * callers share nothing else.
 */
export function createAwsLike({ latencies = 'added', sleep = systemSleep }: Options = {}): Intercept {
  const ongoing = new Ongoing();

  async function begin(call: TableCall, ms: number): Promise<() => void> {
    try {
      return ongoing.begin(call);
    } catch (refusal) {
      await sleep(ms);
      throw refusal;
    }
  }

  async function sendSlowly(ms: number, send: () => Promise<unknown>): Promise<unknown> {
    if (latencies === 'added') {
      await sleep(ms);
      return send();
    }
    const [answer] = await Promise.allSettled([send(), sleep(ms)]);
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  return async (call, send) => {
    const ms = latencyOf(call);
    // Commands that the service does not use hold nothing: the peer's.
    const end = await begin(call as TableCall, ms);
    try {
      return await sendSlowly(ms, send);
    } finally {
      end();
    }
  };
}
