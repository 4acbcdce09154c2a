import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../contract/caller.ts';
import type { Organization } from '../identity/organization.ts';
import type { Execution } from '../journal/commit/execution.ts';
import type { RateCount } from './rate-limit.ts';

/** The state of one request on its way through the middleware stack. Each step adds what it has found. */
export interface RequestState {
  readonly event: APIGatewayProxyEventV2;
  readonly requestId: string;
  /** When the request arrived, in milliseconds. */
  readonly receivedAt: number;
  readonly method: string;
  /** Path and query as sent. Signatures cover them. */
  readonly target: string;
  /** The bytes of the body as sent. Signatures cover them. */
  readonly rawBody: Buffer;
  readonly bodyHash: string;
  readonly parameters: Readonly<Record<string, string>>;
  sourceAddress: string;
  caller?: Caller;
  organization?: Organization;
  /**
   * The value that can be used only once: the key together with the nonce of the signature or challenge. It is recorded
   * together with the rate limit.
   */
  singleUse?: string;
  /** Set once the signature and its single use have been checked. From then on, refusals are audited. */
  authenticated?: true;
  /** Set once the request has been counted for the holder of the credential. */
  rate?: RateCount;
  /** The resource that the token of a page opened. */
  page?: { readonly resource: unknown; readonly resourceId: string };
  json?: unknown;
  /** The fields of a page's form, as texts. */
  form?: unknown;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string;
  execution: Execution;
  /** The failure, challenge or replay that ended the request early. */
  failure?: unknown;
}

/** Returns the value of a header. Names are lowercase in payload format 2.0. */
export function header({ event }: Pick<RequestState, 'event'>, name: string): string | undefined {
  return event.headers[name];
}
