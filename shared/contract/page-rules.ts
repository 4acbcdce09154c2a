import type { ItemRef } from '../ground/table/expressions.ts';
import type { PageToken } from './page-token.ts';

/** Directives of the Content-Security-Policy that a page can extend. Nothing else is ever allowed. */
type Directive = 'style-src' | 'script-src' | 'img-src' | 'font-src' | 'connect-src' | 'form-action';

/** No whole schemes and nothing "unsafe". A style or script in the page itself is named by its hash. */
export type ContentSource = "'self'" | 'data:' | `'sha256-${string}'` | `https://${string}`;

export type ContentSources = { readonly [Name in Directive]?: readonly ContentSource[] };

/** The only cookie of a page. It belongs to the browser, not to the resource: other pages may have set it before. */
export interface PageCookie {
  /** Letters and hyphens; sent as `__Host-<name>` over https. */
  readonly name: string;
  readonly maxAgeSeconds: number;
}

/** Why a page could not be shown, as far as a person is told. */
export interface PageFailure {
  readonly status: number;
  readonly requestId: string;
  /** The `lang` parameter, as it was sent. */
  readonly lang?: string | undefined;
  /** The Accept-Language header, as it was sent. */
  readonly acceptLanguage?: string | undefined;
}

/** What the stack around a page must know about it. */
export interface PageRules {
  readonly opens: {
    readonly idPrefix: string;
    readonly read: (token: PageToken) => ItemRef;
    readonly tokenHash: (resource: never) => string | undefined;
    readonly closing?: { readonly read: ItemRef; readonly closes: (found: never, resource: never) => boolean };
  };
  /** The form of failures: a small page for people, or the Error body for scripts. */
  readonly errorsAs: 'html' | 'json';
  /** The document for a failure, with what `content` names. Without it, a small page in English is used. */
  readonly failurePage?: ((failure: PageFailure) => string) | undefined;
  /** Statuses of its documents that no error has, or that the page answers in its own words, such as 410. */
  readonly statuses?: readonly number[] | undefined;
  /** What the page loads, beyond nothing, and where its forms lead, beyond its own host. */
  readonly content?: ContentSources | undefined;
  readonly cookie?: PageCookie | undefined;
}

/** A file to be saved, never displayed. */
export interface PageFile {
  /** Any text. It is sanitized for the header and for the reader's disk. */
  readonly name: string;
  /** `text/csv; charset=utf-8` */
  readonly contentType: string;
  readonly content: string | Buffer;
}

/** What a page answers instead of JSON. */
export type DocumentReply =
  /** A complete document. Everything that is not the page's own has been escaped. */
  | { readonly status: number; readonly html: string }
  /** A 303 redirect to the path of another page (`/p/…`) or to an https address. */
  | { readonly redirect: string }
  | { readonly file: PageFile };
