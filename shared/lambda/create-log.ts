import { Logger } from '@aws-lambda-powertools/logger';
import { loggedError } from '../ground/errors/logged-error.ts';

/** The log of a function of a stage: lines of JSON, in which errors contain only what is safe to log. */
export function createLog(stage: string | undefined): Logger {
  return new Logger({
    serviceName: 'sluice',
    persistentKeys: { stage },
    jsonReplacerFn: (_key, value) => (value instanceof Error ? loggedError(value) : value),
  });
}
