import type * as z from 'zod';
import type { ErrorType } from '../ground/errors/catalog.ts';
import type { Store } from '../ground/table/store.ts';
import type { Scope } from '../identity/api-key.ts';
import type { Permission } from '../identity/roles.ts';
import type { Subject } from '../journal/idempotency/subject.ts';
import type { Capability } from '../ports/runtime.ts';
import type { Call } from './call.ts';
import type { DocumentReply, PageRules } from './page-rules.ts';
import type { RateClass } from './rate-classes.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who can call: an API key, a person with a dashboard session, whoever has the token in the path (`definePage`), or
 * anyone.
 */
export type CallerKind = 'key' | 'session' | 'page' | 'public';

/**
 * `required`: 400 without the header. `required-for-keys`: required for API keys, optional for sessions. `optional`:
 * honored if sent. `none`: reads.
 */
export type IdempotencyRule = 'required' | 'required-for-keys' | 'optional' | 'none';

/**
 * Who may write for a live organization before its business is verified: `exempt`, everyone; `all-callers`, nobody, not
 * even a member's session. Without it, every caller except API keys.
 */
export type VerificationRule = 'exempt' | 'all-callers';

/** The names of the `{…}` parts of a path. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

export interface ResponseDeclaration {
  readonly description: string;
  readonly schema: z.ZodType;
  /** JSON if absent. With `text/csv` the body is text, and the header `x-next-cursor` requests the next rows. */
  readonly contentType?: 'text/csv';
}

export type Responses = Readonly<Record<number, ResponseDeclaration>>;

/** The answer of a handler: one of the declared statuses with a body of its schema. */
export type Reply<R extends Responses = Responses> = {
  [Status in keyof R & number]: {
    readonly status: Status;
    readonly body: z.output<R[Status]['schema']>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof R & number];

/** The answer of a page's handler, with a new value of its cookie if it sets one. */
export type PageReply<R extends Responses = Responses> = (Reply<R> | DocumentReply) & { readonly cookie?: string };

/** What a request asks for, before anything has been parsed. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
}

/** Defaults that follow from the method and the callers of an endpoint, unless its declaration overrides them. */
interface ImpliedParts {
  /** Reads take no key. If API keys can call, every other method requires one; for sessions alone it is optional. */
  readonly idempotency: IdempotencyRule;
  /**
   * What the function can do with the table: a GET reads, and every other method writes. In addition, every signed call
   * can write its nonce and rate counter.
   */
  readonly tableAccess: 'none' | 'read' | 'write';
  /** Requests are counted by class and credential. Defaults to `standard`. */
  readonly rateClass: RateClass;
  /** Errors in addition to those that every authenticated call can answer. Defaults to none. */
  readonly errors: readonly ErrorType[];
}

interface EndpointParts<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  R extends Responses = Responses,
  Used extends Capability = Capability,
> {
  /** In camel case; the file name is its kebab case. Also the OpenAPI operationId and the method of the client. */
  readonly operation: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: Method;
  /** Below `/business/api/v1`. */
  readonly path: Path;
  readonly callers: readonly CallerKind[];
  /** The scope that the caller's key must have. Present if keys can call. */
  readonly scope?: Scope;
  /** The permission that the caller's role must have; `join` needs no membership. Present if sessions can call. */
  readonly permission?: Permission | 'join';
  /** The path parameter that names a person. Members who name themselves need no permission. */
  readonly ownParameter?: PathParameters<Path>;
  /** Finds the organization that the call concerns, if the path names one of its resources instead. */
  readonly findOrganization?: (
    parameters: Readonly<Record<string, string>>,
    store: Pick<Store, 'get'>,
  ) => Promise<string | undefined>;
  readonly verification?: VerificationRule;
  /** Test keys only. A live key gets LIVE_MODE_UNSUPPORTED. */
  readonly sandboxOnly?: true;
  /** Refuses an identical body under another idempotency key for 15 minutes. */
  readonly duplicateGuard?: true;
  /** What the request creates or changes, for answers about idempotency that name it. */
  readonly subject?: Subject;
  /** The answer contains a secret that is shown once. It is stored sealed under its idempotency key, for replays. */
  readonly secretResponse?: true;
  /** Action of the audit row. Present on every mutation. */
  readonly audit?: string;
  /** Bytes; 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Advice when the body is larger. */
  readonly tooLargeAdvice?: string;
  readonly query?: Query;
  /** Refusals that come before the validation of query and fields, such as BAD_REQUEST for a forbidden field. */
  readonly refuseEarly?: (json: unknown, line: RequestLine) => void;
  readonly body?: Body;
  readonly responses: R;
  /**
   * INTERNAL can also be answered with 503: something that the endpoint requires is missing, and nothing was changed.
   */
  readonly canBeUnavailable?: true;
  /** An index that the endpoint lists from, in addition to the table. */
  readonly index?: 'retried';
  /** What the handler uses besides the table. Determines its grants, its environment and the ports of its runtime. */
  readonly uses?: readonly Used[];
  readonly handle: (call: Call<PathParameters<Path>, z.output<Query>, z.output<Body>, Used>) => Promise<Reply<R>>;
}

/**
 * One endpoint, declared once. The middy stack, the CDK routes, Lambdas and grants, the local gateway, the OpenAPI
 * document, the client's types and the permission tests are all derived from it.
 */
export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  R extends Responses = Responses,
  Used extends Capability = Capability,
> extends EndpointParts<Path, Query, Body, R, Used>,
    ImpliedParts {}

/** An endpoint without its specific types, as lists of endpoints hold it. */
export type AnyEndpoint = Omit<Endpoint, 'handle' | 'ownParameter'> & {
  readonly ownParameter?: string;
  /** Pages only: see `definePage`. */
  readonly readsBack?: true;
  /** Present if the caller is whoever has a page's token. */
  readonly page?: PageRules;
  readonly handle: (call: never) => Promise<Reply | PageReply>;
};

/** Declares an endpoint. Defaults that follow from its method and callers are filled in. */
export function defineEndpoint<
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  const R extends Responses,
  Used extends Capability = never,
>(endpoint: EndpointParts<Path, Query, Body, R, Used> & Partial<ImpliedParts>): Endpoint<Path, Query, Body, R, Used> {
  return { ...impliedParts(endpoint), ...endpoint };
}

function impliedParts({ method, callers }: Pick<EndpointParts, 'method' | 'callers'>): ImpliedParts {
  const common = { rateClass: 'standard', errors: [] } as const;
  if (method === 'GET') return { ...common, idempotency: 'none', tableAccess: 'read' };
  return { ...common, idempotency: callers.includes('key') ? 'required' : 'optional', tableAccess: 'write' };
}

export const apiPrefix = '/business/api/v1';
/** Short, because people see it. */
export const pagesPrefix = '/p';

/**
 * What an endpoint uses, including what follows from its callers. Sealing keys are needed for the challenge of a key,
 * for a sealed answer, and by endpoints that name them. The functions of all other endpoints cannot read the sealing
 * secret.
 */
export function usesOf(endpoint: Pick<AnyEndpoint, 'callers' | 'secretResponse' | 'uses' | 'page'>): Capability[] {
  const { callers, secretResponse, page, uses = [] } = endpoint;
  const implied: Capability[] = [
    ...(callers.includes('key') || secretResponse ? (['sealing'] as const) : []),
    ...(callers.includes('session') ? (['sessions'] as const) : []),
    ...(page ? (['pages'] as const) : []),
  ];
  return [...new Set([...uses, ...implied])];
}

/**
 * The methods that lead to an endpoint. Anything that is read without credentials also answers HEAD, which link
 * checkers use.
 */
export function methodsOf({ method, callers }: Pick<AnyEndpoint, 'method' | 'callers'>): readonly string[] {
  const isOpen = callers.includes('public') || callers.includes('page');
  return method === 'GET' && isOpen ? ['GET', 'HEAD'] : [method];
}

/** The full path of an endpoint, with its parameters in braces. */
export function fullPath({ path, page }: Pick<AnyEndpoint, 'path' | 'page'>): string {
  return (page ? pagesPrefix : apiPrefix) + path;
}
