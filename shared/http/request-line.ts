import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Caller } from '../contract/caller.ts';
import { ChallengeIssued } from '../contract/challenge-issued.ts';
import { hideValues } from '../ground/errors/hide-values.ts';
import { type Measurement, measurement } from '../ground/metrics/catalog.ts';
import { metricLines } from '../ground/metrics/embed.ts';
import { sha256Hex } from '../ground/signatures/canonical.ts';
import type { TableUse } from '../ground/table/calls/meter.ts';
import type { Observed } from '../ground/table/calls/observing.ts';
import { lostRace } from '../ground/table/retry-lost-race.ts';
import { isThrottled } from '../ground/table/throttled.ts';
import { Replay } from '../journal/commit/replay.ts';
import { tellsOutcomeUnknown } from '../journal/idempotency/release-refused.ts';
import type { Runtime } from '../ports/runtime.ts';
import { idsBefore } from './ids-before.ts';
import type { RequestState } from './request-state.ts';
import type { StepContext } from './step.ts';
import { internalError, toServiceError } from './to-service-error.ts';

/**
 * Writes the single log line of a request (docs/runbook.md, The request log). It contains ids, but nothing that the
 * caller keeps secret or that identifies the payee.
 */
export function logRequest(
  state: RequestState,
  { statusCode: status = 200 }: APIGatewayProxyStructuredResultV2,
  { use, collected }: Observed,
  { endpoint, runtime }: StepContext,
): void {
  const { requestId, event, organization, caller, failure, receivedAt } = state;
  const { operation } = endpoint;
  const milliseconds = runtime.clock() - receivedAt;
  const ending = endingOf(failure);
  logEnding(
    runtime,
    'request',
    {
      requestId,
      ...idsBefore(event),
      operation,
      organizationId: organization?.organizationId,
      caller: caller && callerOf(caller),
      status,
      ...ending,
      milliseconds,
      ...use,
      ...(isOurs(status) && failure instanceof Error && { error: hideValues(failure, sentIn(state, endpoint)) }),
    },
    [
      measurement('ApiLatency', milliseconds, { operation }),
      ...(status >= 400 && ending.type ? [measurement('ApiErrors', 1, { operation, type: ending.type })] : []),
      ...(isOurs(status) ? [measurement('ApiFaults', 1, { operation })] : []),
      ...collected.measurements,
    ],
  );
}

interface Ending {
  readonly type?: string;
  readonly replayed?: true;
  /**
   * Set if the table was overloaded or concurrent requests changed the same items. The caller has not sent too many
   * requests.
   */
  readonly throttled?: true;
}

/** Describes how a request ended, besides its status. */
export function endingOf(failure: unknown): Ending {
  if (failure === undefined) return {};
  if (failure instanceof Replay) return { replayed: true };
  if (failure instanceof ChallengeIssued) return { type: 'SIGNATURE_CHALLENGE' };
  const { type, cause } = toServiceError(failure) ?? internalError();
  return { type, ...((isThrottled(cause) || lostRace(cause)) && { throttled: true }) };
}

/**
 * Tells whether a status means a failure of the service. A 501, which means that something does not apply, is not a
 * failure.
 */
export function isOurs(status: number): boolean {
  return status >= 500 && status !== 501;
}

/**
 * Writes a line at its level: `warn` if the caller only needs to retry (503), `error` for any other failure of the
 * service. The line also carries the metrics that were measured.
 */
export function logEnding(
  { log, clock }: Pick<Runtime, 'log' | 'clock'>,
  message: 'request' | 'operation',
  ending: LineFields,
  measurements: readonly Measurement[],
): void {
  const [own, ...others] = metricLines(clock(), [...measurements, ...alarming(ending)]);
  const fields = { ...ending, ...own };
  if (!isOurs(ending.status)) log.info(message, fields);
  else if (ending.status === 503) log.warn(message, fields);
  else log.error(message, fields);
  for (const other of others) log.info('metrics', other);
}

/**
 * Returns the failures that trigger an alarm at once. A 503 is not among them, because it tells the caller to retry and
 * that nothing was done.
 */
function alarming({ status, type }: LineFields): Measurement[] {
  if (tellsOutcomeUnknown(type)) return [measurement('OutcomeUnknown', 1)];
  return isOurs(status) && status !== 503 ? [measurement('InternalError', 1)] : [];
}

type LineFields = TableUse & {
  readonly requestId: string;
  readonly status: number;
  readonly type?: string;
  readonly milliseconds: number;
  readonly [name: string]: unknown;
};

/** Headers that prove the caller's identity, or that only the caller should know. */
const privateHeaders = [
  'authorization',
  'cookie',
  'idempotency-key',
  'x-origin-secret',
  'x-stamp',
  'x-svc-nonce',
  'x-svc-request-id',
  'x-svc-signature',
];

/** Returns the parts of a request that must never be logged. */
function sentIn({ event, rawBody, json, body, parameters }: RequestState, { page }: StepContext['endpoint']): unknown {
  const headers = privateHeaders.map((name) => event.headers[name]?.split(' '));
  // The path of a page gives access to it, and its cookie identifies a browser.
  const opens = page && [Object.values(parameters), event.cookies?.map((cookie) => cookie.split('='))];
  return [headers, opens, [...new URLSearchParams(event.rawQueryString).values()], rawBody.toString(), json, body];
}

/**
 * Identifies a key by its public prefix, as in audit rows, and a person by a hash, which recognizes the same person but
 * reveals nothing else.
 */
function callerOf(caller: Caller): string {
  if (caller.kind === 'key') return caller.key.prefix;
  return `session:${sha256Hex(caller.person.userId).slice(0, 16)}`;
}
