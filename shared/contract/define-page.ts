import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import type * as z from 'zod';
import type { ErrorType } from '../ground/errors/catalog.ts';
import type { Read } from '../ground/table/expressions.ts';
import type { Capability } from '../ports/runtime.ts';
import type { Call } from './call.ts';
import type { AnyEndpoint, Endpoint, PageReply, PathParameters, Responses } from './endpoint.ts';
import type { PageRules } from './page-rules.ts';
import type { PageToken } from './page-token.ts';

/** A request to a page as its handler sees it. Nobody has signed in: whoever holds the token calls. */
export interface PageCall<
  Parameter extends string = string,
  Query = unknown,
  Body = unknown,
  Resource = unknown,
  Used extends Capability = never,
> extends Omit<Call<Parameter, Query, Body, Used | 'pages'>, 'caller'> {
  /** What the token opens, as it was read before the handler. */
  readonly resource: Resource;
  /** The value of the declared cookie, if the browser sent one that we could have set. */
  readonly cookie: string | undefined;
  readonly sourceAddress: string;
  /** The network of the source address: an IPv4 address, or the /64 of an IPv6 address. */
  readonly sourceNetwork: string;
  /** The header Accept-Language, as the browser sent it. */
  readonly acceptLanguage: string | undefined;
  /** HEAD: a program checks the link, and no buyer has opened it. */
  readonly isCheck: boolean;
}

/** A page as it is declared: what of an `Endpoint` holds for it, and what only pages have. */
export interface PageDefinition<
  Path extends string,
  Opened extends Entity,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  R extends Responses,
  Used extends Capability,
> extends Pick<Endpoint, 'operation' | 'summary'>,
    Omit<PageRules, 'opens'> {
  /** Pages are read by GET, and checked by HEAD. What a form submits is a POST. */
  readonly method: 'GET' | 'POST';
  /** Below `/p`; has `{token}`. */
  readonly path: Path & `${string}{token}${string}`;
  /** The resource that the token opens. */
  readonly opens: {
    /** What ids of the resource begin with, before `_`. A token for anything else costs no read. */
    readonly idPrefix: string;
    readonly read: (token: PageToken) => Read<Opened>;
    /** As `newPageToken` made it; undefined where no token opens the resource (any more). */
    readonly tokenHash: (resource: FormattedItem<Opened>) => string | undefined;
    /** An item that is read beside the resource, and whether it closes the page, as if its token opened nothing. */
    readonly closing?: {
      readonly read: Read;
      readonly closes: (found: never, resource: FormattedItem<Opened>) => boolean;
    };
  };
  /** Parameters that are not in it are dropped: others append theirs to links. */
  readonly query?: Query;
  /** The form's fields. */
  readonly body?: Body;
  /** Declared for JSON answers only. */
  readonly responses?: R;
  /** Errors in addition to those that can answer every request of a page. */
  readonly errors?: readonly ErrorType[];
  /**
   * A page that is read and writes all the same: only what an outside system says when it is asked, however often it is
   * opened and by whom.
   */
  readonly readsBack?: true;
  /** What the handler uses besides the table and the place of pages, which every page knows. */
  readonly uses?: readonly Used[];
  /** The organization may be suspended: what is said then is the handler's to decide. */
  readonly handle: (
    call: PageCall<PathParameters<Path>, z.output<Query>, z.output<Body>, FormattedItem<Opened>, Used>,
  ) => Promise<PageReply<R>>;
}

/** Bytes; more than any form of a page has. */
const maxFormBytes = 16 * 1024;

/** Declares a page: an endpoint whose caller is whoever holds the token in its path. */
export function definePage<
  const Path extends string,
  Opened extends Entity,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  const R extends Responses = Record<never, never>,
  Used extends Capability = never,
>(page: PageDefinition<Path, Opened, Query, Body, R, Used>): AnyEndpoint & { readonly page: PageRules } {
  const { opens, errorsAs, failurePage, statuses, content, cookie, responses = {}, errors = [], ...endpoint } = page;
  return {
    ...endpoint,
    callers: ['page'],
    rateClass: 'page-submission',
    idempotency: 'none',
    tableAccess: page.method === 'POST' || page.readsBack ? 'write' : 'read',
    maxBodyBytes: maxFormBytes,
    responses,
    errors,
    page: { opens, errorsAs, failurePage, statuses, content, cookie },
  };
}
