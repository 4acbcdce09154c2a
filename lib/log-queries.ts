import type { Settings } from './settings.ts';

/**
 * The log queries in `docs/runbook.md` under "The request log". A test compares the two. Words in capital letters are
 * placeholders.
 */
export const logQueries = {
  'one request': `filter requestId = "ID" or gatewayRequestId = "ID" or edgeRequestId = "ID"
| fields @timestamp, message, operation, worker, status, type, coalesce(error.cause.message, error.message) as why, @log
| sort @timestamp`,
  'one organization': `filter organizationId = "ORGANIZATION" and message = "request"
| fields @timestamp, requestId, operation, caller, status, type, milliseconds
| sort @timestamp desc`,
  'causes of 5xx': `filter message = "request" and status >= 500 and status != 501
| fields coalesce(error.cause.message, error.message) as why
| stats count() as requests, latest(requestId) as example by operation, type, why
| sort requests desc`,
  'vaults and their signers': `filter message = "a vault was looked at"
| stats latest(balance) as tokens, latest(leftToday) as limitLeft, latest(coins) as signerCoins by connectionId, contract
| sort connectionId`,
} as const;

/** The prefix of log groups that AWS's own services write to. */
export const vendedLogs = '/aws/vendedlogs/';

/** The prefix of everything that a stage's stacks name, including log groups. */
export function stagePrefix({ stage }: Pick<Settings, 'stage'>): string {
  return `Sluice-${stage}-`;
}

/** A query of every log group of a stage, whatever their names and number. */
export function overStage(settings: Pick<Settings, 'stage'>, query: string): string {
  const prefix = stagePrefix(settings);
  return `SOURCE logGroups(namePrefix: ["${prefix}", "${vendedLogs}${prefix}"])\n| ${query}`;
}
