import { inTime } from '../time/time-left.ts';
import { type AnyHandler, type AttemptLimit, boundHandler } from './bound-handler.ts';

/** The part of an AWS SDK client that is used here. */
interface AnyClient {
  readonly config: object;
}

interface AnyConfig {
  requestHandler: AnyHandler;
  retryStrategy: () => Promise<RetryStrategy>;
}

/** The part of the SDK's retry strategy that the SDK calls. */
interface RetryStrategy {
  acquireInitialRetryToken(scope: string): Promise<unknown>;
  refreshRetryTokenForRetry(token: unknown, error: unknown): Promise<unknown>;
  recordSuccess(token: unknown): void;
}

/** The default time limit of an attempt. Calls within a region take a few milliseconds. */
export const attemptMs = 1_000;

/**
 * Limits the calls of an AWS client: each attempt ends at its limit, and all attempts with their pauses end before the
 * time of the invocation is up. Every AWS client of the service is limited this way, because the SDK itself waits
 * forever for a server that does not answer: its `requestTimeout` only logs a warning, and ends at the headers.
 *
 * @param client changed and returned
 */
export function boundClient<Client extends AnyClient>(client: Client, limit: AttemptLimit = () => attemptMs): Client {
  const config = client.config as AnyConfig;
  const { requestHandler, retryStrategy } = config;
  let strategy: Promise<RetryStrategy> | undefined;
  config.requestHandler = boundHandler(requestHandler, limit);
  config.retryStrategy = () => {
    strategy ??= retryStrategy().then(pausingInTime);
    return strategy;
  };
  return client;
}

/** The SDK pauses between attempts in `refreshRetryTokenForRetry`. If that fails, the SDK throws the last error. */
function pausingInTime(strategy: RetryStrategy): RetryStrategy {
  return {
    acquireInitialRetryToken: (scope) => strategy.acquireInitialRetryToken(scope),
    refreshRetryTokenForRetry: (token, error) => inTime(strategy.refreshRetryTokenForRetry(token, error)),
    recordSuccess: (token) => strategy.recordSuccess(token),
  };
}
