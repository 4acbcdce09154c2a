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
 * Who may call: an API key, a person with a dashboard session, whoever holds the token in the path (`definePage`), or
 * anybody.
 */
export type CallerKind = 'key' | 'session' | 'page' | 'public';

/**
 * `required`: 400 without the header. `required-for-keys`: the same for API keys, optional for sessions. `optional`:
 * honoured when sent. `none`: reads.
 */
export type IdempotencyRule = 'required' | 'required-for-keys' | 'optional' | 'none';

/**
 * What a live organization may write before its business is verified: `exempt`, everybody may; `all-callers`, nobody may,
 * a member's session neither. Without it, no API key may.
 */
export type VerificationRule = 'exempt' | 'all-callers';

/** Names of the `{…}` parts of a path. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

export interface ResponseDeclaration {
  readonly description: string;
  readonly schema: z.ZodType;
  /** JSON when absent. Of `text/csv` the body is text, and the header `x-next-cursor` asks for the rows behind it. */
  readonly contentType?: 'text/csv';
}

export type Responses = Readonly<Record<number, ResponseDeclaration>>;

/** What a handler answers: one of the declared statuses with the body of its schema. */
export type Reply<R extends Responses = Responses> = {
  [Status in keyof R & number]: {
    readonly status: Status;
    readonly body: z.output<R[Status]['schema']>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof R & number];

/** What the handler of a page answers, with a new value of its cookie where it sets one. */
export type PageReply<R extends Responses = Responses> = (Reply<R> | DocumentReply) & { readonly cookie?: string };

/** What a request asks for, before anything of it was parsed. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  /** As sent, without its question mark. */
  readonly query: string;
}

/** What follows from the method and the callers of an endpoint, unless its declaration says otherwise. */
interface ImpliedParts {
  /** Reads take no key. Where API keys may call, every other method requires one; for sessions alone it is optional. */
  readonly idempotency: IdempotencyRule;
  /**
   * What the function may do with the table: a GET reads, and every other method writes. In addition, every signed call may
   * write its nonce and rate counter.
   */
  readonly tableAccess: 'none' | 'read' | 'write';
  /** Requests are counted by class and credential; `standard`. */
  readonly rateClass: RateClass;
  /** Errors in addition to those that can answer every authenticated call; none. */
  readonly errors: readonly ErrorType[];
}

interface EndpointParts<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  R extends Responses = Responses,
  Used extends Capability = Capability,
> {
  /** camelCase; the file is its kebab-case. Also the OpenAPI operationId and the client's method. */
  readonly operation: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: Method;
  /** Below `/business/api/v1`. */
  readonly path: Path;
  readonly callers: readonly CallerKind[];
  /** The scope that the caller's key must have. Present where keys may call. */
  readonly scope?: Scope;
  /**
   * The permission that the role of the caller must have; `join` needs no membership. Present where sessions may call.
   */
  readonly permission?: Permission | 'join';
  /** The path parameter that names a person. Members who name themselves need no permission. */
  readonly ownParameter?: PathParameters<Path>;
  /** Finds the organization that the call is about, where the path names something of the organization instead. */
  readonly findOrganization?: (
    parameters: Readonly<Record<string, string>>,
    store: Pick<Store, 'get'>,
  ) => Promise<string | undefined>;
  readonly verification?: VerificationRule;
  /** Test keys only; a live key gets LIVE_MODE_UNSUPPORTED. */
  readonly sandboxOnly?: true;
  /** Refuses an identical body under another idempotency key for 15 minutes. */
  readonly duplicateGuard?: true;
  /** What the request makes or changes, where the answers of idempotency name it. */
  readonly subject?: Subject;
  /** The answer holds a secret that is shown once. It is kept sealed under its idempotency key, for replays. */
  readonly secretResponse?: true;
  /** Action of the audit row; present on every mutation. */
  readonly audit?: string;
  /** Bytes; 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** What to do about a larger body. */
  readonly tooLargeAdvice?: string;
  readonly query?: Query;
  /** Refusals that come before the validation of query and fields, such as BAD_REQUEST for a forbidden field. */
  readonly refuseEarly?: (json: unknown, line: RequestLine) => void;
  readonly body?: Body;
  readonly responses: R;
  /** INTERNAL answers 503, too: something that the endpoint cannot do without is absent, and nothing was changed. */
  readonly canBeUnavailable?: true;
  /** An index that the endpoint lists from, in addition to the table. */
  readonly index?: 'retried';
  /** What the handler uses besides the table. Its grants, its environment and the ports of its runtime follow. */
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
  /** Of pages: `definePage`. */
  readonly readsBack?: true;
  /** Present where the caller is whoever holds a page's token. */
  readonly page?: PageRules;
  readonly handle: (call: never) => Promise<Reply | PageReply>;
};

/** Declares an endpoint. What follows from its method and callers is filled in. */
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
 * What an endpoint uses, with what follows from who calls it. Sealing keys are for the challenge of a key, for an answer that is kept
 * sealed, and for endpoints that name them: the functions of all others cannot read the sealing secret.
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

/** Methods that lead to an endpoint. What is read without credentials answers HEAD as well, by which links are checked. */
export function methodsOf({ method, callers }: Pick<AnyEndpoint, 'method' | 'callers'>): readonly string[] {
  const isOpen = callers.includes('public') || callers.includes('page');
  return method === 'GET' && isOpen ? ['GET', 'HEAD'] : [method];
}

/** The whole path of an endpoint, with its parameters in braces. */
export function fullPath({ path, page }: Pick<AnyEndpoint, 'path' | 'page'>): string {
  return (page ? pagesPrefix : apiPrefix) + path;
}
