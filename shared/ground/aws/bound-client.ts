import { inTime } from '../time/time-left.ts';
import { type AnyHandler, type AttemptLimit, boundHandler } from './bound-handler.ts';

/** What is used of a client of the AWS SDK. */
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

/** What a call takes at most, where nothing says otherwise. Calls within a region take some milliseconds. */
export const attemptMs = 1_000;

/**
 * A client of AWS whose calls end: each attempt after its limit, and all attempts with their pauses before the time of
 * the invocation is up. Every client of the service is made so, because by itself the SDK waits without end for a server
 * that says nothing: its `requestTimeout` only warns, and ends at the headers.
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

/** The pauses between attempts are part of `refreshRetryTokenForRetry`. When it fails, the SDK throws the last error. */
function pausingInTime(strategy: RetryStrategy): RetryStrategy {
  return {
    acquireInitialRetryToken: (scope) => strategy.acquireInitialRetryToken(scope),
    refreshRetryTokenForRetry: (token, error) => inTime(strategy.refreshRetryTokenForRetry(token, error)),
    recordSuccess: (token) => strategy.recordSuccess(token),
  };
}
