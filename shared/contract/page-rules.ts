import type { Read } from '../ground/table/expressions.ts';
import type { PageToken } from './page-token.ts';

/** Directives of the Content-Security-Policy that a page may widen. Nothing else is ever allowed. */
type Directive = 'style-src' | 'script-src' | 'img-src' | 'font-src' | 'connect-src' | 'form-action';

/** No whole schemes and nothing "unsafe": a style or script in the page itself is named by its hash. */
export type ContentSource = "'self'" | 'data:' | `'sha256-${string}'` | `https://${string}`;

export type ContentSources = { readonly [Name in Directive]?: readonly ContentSource[] };

/** The one cookie of a page. It belongs to the browser, not to the resource: other pages may have set it before. */
export interface PageCookie {
  /** Letters and hyphens; sent as `__Host-<name>` over https. */
  readonly name: string;
  readonly maxAgeSeconds: number;
}

/** Why a page could not be shown, as far as a person is told. */
export interface PageFailure {
  readonly status: number;
  readonly requestId: string;
  /** The parameter `lang`, as it was sent. */
  readonly lang?: string | undefined;
  /** The header Accept-Language, as it was sent. */
  readonly acceptLanguage?: string | undefined;
}

/** What the stack around a page needs to know of it. */
export interface PageRules {
  readonly opens: {
    readonly idPrefix: string;
    readonly read: (token: PageToken) => Read;
    readonly tokenHash: (resource: never) => string | undefined;
    readonly closing?: { readonly read: Read; readonly closes: (found: never, resource: never) => boolean };
  };
  /** How failures are answered: to a person by a small page, to a script by the Error body. */
  readonly errorsAs: 'html' | 'json';
  /** The document of a failure, with what `content` names; without it a small one in English. */
  readonly failurePage?: ((failure: PageFailure) => string) | undefined;
  /** Statuses of its documents that no error has or that it answers in its own words, such as 410. */
  readonly statuses?: readonly number[] | undefined;
  /** What the page loads, beyond nothing, and where its forms lead, beyond its own host. */
  readonly content?: ContentSources | undefined;
  readonly cookie?: PageCookie | undefined;
}

/** A file to be saved, never to be shown. */
export interface PageFile {
  /** Any text; it is made safe for the header and for the reader's disk. */
  readonly name: string;
  /** `text/csv; charset=utf-8` */
  readonly contentType: string;
  readonly content: string | Buffer;
}

/** What a page answers instead of JSON. */
export type DocumentReply =
  /** A whole document, in which everything that is not the page's own was escaped. */
  | { readonly status: number; readonly html: string }
  /** 303, to a path of another page (`/p/…`) or to an https address. */
  | { readonly redirect: string }
  | { readonly file: PageFile };
