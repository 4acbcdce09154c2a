import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import type * as z from 'zod';
import type { ErrorType } from '../ground/errors/catalog.ts';
import type { ItemRef } from '../ground/table/expressions.ts';
import type { Capability } from '../ports/runtime.ts';
import type { Call } from './call.ts';
import type { AnyEndpoint, Endpoint, PageReply, PathParameters, Responses } from './endpoint.ts';
import type { PageRules } from './page-rules.ts';
import type { PageToken } from './page-token.ts';

/** A request to a page as its handler sees it. Nobody has signed in: the caller is whoever has the token. */
export interface PageCall<
  Parameter extends string = string,
  Query = unknown,
  Body = unknown,
  Resource = unknown,
  Used extends Capability = never,
> extends Omit<Call<Parameter, Query, Body, Used | 'pages'>, 'caller'> {
  /** The resource that the token opens, as read before the handler runs. */
  readonly resource: Resource;
  /** The value of the declared cookie, if the browser sent one that we could have set. */
  readonly cookie: string | undefined;
  readonly sourceAddress: string;
  /** The network of the source address: an IPv4 address, or the /64 of an IPv6 address. */
  readonly sourceNetwork: string;
  /** The header Accept-Language, as the browser sent it. */
  readonly acceptLanguage: string | undefined;
  /** HEAD: a program checks the link; no buyer has opened it. */
  readonly isCheck: boolean;
}

/** The declaration of a page: the parts of an `Endpoint` that apply to it, and what only pages have. */
export interface PageDefinition<
  Path extends string,
  Opened extends Entity,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  R extends Responses,
  Used extends Capability,
> extends Pick<Endpoint, 'operation' | 'summary'>,
    Omit<PageRules, 'opens'> {
  /** Pages are read with GET and checked with HEAD. Forms are submitted with POST. */
  readonly method: 'GET' | 'POST';
  /** Below `/p`. Contains `{token}`. */
  readonly path: Path & `${string}{token}${string}`;
  /** The resource that the token opens. */
  readonly opens: {
    /** The prefix of the resource's ids, before `_`. A token for anything else costs no read. */
    readonly idPrefix: string;
    readonly read: (token: PageToken) => ItemRef<Opened>;
    /** The hash made by `newPageToken`. Undefined if no token opens the resource, or none does any more. */
    readonly tokenHash: (resource: FormattedItem<Opened>) => string | undefined;
    /**
     * An item that is read together with the resource, and whether it closes the page, as if the token opened nothing.
     */
    readonly closing?: {
      readonly read: ItemRef;
      readonly closes: (found: never, resource: FormattedItem<Opened>) => boolean;
    };
  };
  /** Query parameters. Others are dropped, because third parties append theirs to links. */
  readonly query?: Query;
  /** The fields of the form. */
  readonly body?: Body;
  /** Declared only for JSON answers. */
  readonly responses?: R;
  /** Errors in addition to those that every page can answer. */
  readonly errors?: readonly ErrorType[];
  /**
   * A page that is read but still writes: only what an outside system reports when asked, however often and by whomever
   * the page is opened.
   */
  readonly readsBack?: true;
  /** What the handler uses besides the table and the address of pages, which every page knows. */
  readonly uses?: readonly Used[];
  /** The organization may be suspended. The handler decides what to show then. */
  readonly handle: (
    call: PageCall<PathParameters<Path>, z.output<Query>, z.output<Body>, FormattedItem<Opened>, Used>,
  ) => Promise<PageReply<R>>;
}

/** Bytes. More than any form of a page has. */
const maxFormBytes = 16 * 1024;

/** Declares a page: an endpoint whose caller is whoever has the token in its path. */
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
