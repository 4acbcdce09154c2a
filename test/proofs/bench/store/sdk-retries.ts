import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import type { Sleep } from '../../../../shared/ground/time/clock.ts';
import type { Intercept } from './intercept.ts';

/** As the service's client is made. */
const attempts = 3;
/** Of the SDK's standard strategy, for a call that was throttled. */
const delayMs = 1000;

/**
 * Repeats throttled calls as the SDK does behind the client: after a random part of a time that doubles. A transaction that is
 * cancelled for throughput it hands on. Its budget of retries, a hundred in a row, is not modelled.
 * @param random a fraction of one
 */
export function createSdkRetries(sleep: Sleep, random: () => number): Intercept {
  return async (_call, send) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof ProvisionedThroughputExceededException) || attempt === attempts) throw error;
        await sleep(Math.floor(random() * delayMs * 2 ** (attempt - 1)));
      }
    }
  };
}
