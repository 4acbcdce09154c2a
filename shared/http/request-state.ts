import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../contract/caller.ts';
import type { Organization } from '../identity/organization.ts';
import type { Execution } from '../journal/commit/execution.ts';
import type { RateCount } from './rate-limit.ts';

/** The state of one request on its way through the stack. Each step adds what it has learned. */
export interface RequestState {
  readonly event: APIGatewayProxyEventV2;
  readonly requestId: string;
  /** Milliseconds: when the request arrived. */
  readonly receivedAt: number;
  readonly method: string;
  /** Path and query as sent, which signatures cover. */
  readonly target: string;
  /** The bytes of the body as sent, which signatures cover. */
  readonly rawBody: Buffer;
  readonly bodyHash: string;
  readonly parameters: Readonly<Record<string, string>>;
  sourceAddress: string;
  caller?: Caller;
  organization?: Organization;
  /**
   * What can be used only once: the key together with the nonce of the signature or challenge. Recorded together with
   * the rate limit.
   */
  singleUse?: string;
  /** Set once the signature and its single use have been checked. From then on, refusals are audited. */
  authenticated?: true;
  /** Set once the request has been counted for the holder of the credential. */
  rate?: RateCount;
  /** What the token of a page opened. */
  page?: { readonly resource: unknown; readonly resourceId: string };
  json?: unknown;
  /** The fields of a page's form, as texts. */
  form?: unknown;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string;
  execution: Execution;
  /** What ended the request early: a failure, a challenge or a replay. */
  failure?: unknown;
}

/** The value of a header. Names are lower case in payload 2.0. */
export function header({ event }: Pick<RequestState, 'event'>, name: string): string | undefined {
  return event.headers[name];
}
