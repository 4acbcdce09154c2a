import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { pagesPrefix } from '../../contract/endpoint.ts';
import type { ContentSources } from '../../contract/page-rules.ts';
import type { Words } from './formats.ts';
import { type Language, languages, textsOf } from './language.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** A piece of HTML in which every value was escaped. */
export type Markup = ReturnType<typeof html>;

/** What all pages show around their content. */
export interface Frame {
  readonly words: Words;
  /** Undefined where nothing may be told of whom the page is. */
  readonly merchant?: string | undefined;
  readonly livemode: boolean;
  /** The page's own path and parameters, for its other languages; without a path it names none. */
  readonly path?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** The language that the address asked for, which the page's links keep. */
  readonly wanted?: Language | undefined;
}

interface Content {
  readonly title: string;
  readonly main: Markup;
  /** For what the script does: copying and counting. */
  readonly scripted?: true;
  /** Where the browser goes by itself, and after how many seconds. */
  readonly next?: { readonly seconds: number; readonly address: string };
}

/** What these pages load: nothing but what stands in them. */
export const content = {
  'style-src': [hashOf(style)],
  'script-src': [hashOf(script)],
} as const satisfies ContentSources;

function hashOf(text: string): `'sha256-${string}'` {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** A whole page. */
export function pageOf(frame: Frame, { title, main, scripted, next }: Content): string {
  const { words, merchant, livemode } = frame;
  const page = html`<!doctype html>
<html lang="${words.locale.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${next && html`<meta http-equiv="refresh" content="${next.seconds}; url=${next.address}">`}
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${(merchant !== undefined || !livemode) && headerOf(frame)}
<main>
<h1>${title}</h1>
${main}
</main>
${frame.path !== undefined && footerOf(frame, frame.path)}
${scripted && html`<p id="copied" role="status" class="soft"></p><script>${raw(script)}</script>`}
</body>
</html>
`;
  if (page instanceof Promise) throw new Error('a page waits for something');
  return page.toString();
}

function headerOf({ words, merchant, livemode }: Frame): Markup {
  return html`<header>
${merchant !== undefined && html`<strong dir="auto">${merchant}</strong>`}
${!livemode && html`<p class="test">${words.text('testMode')}</p>`}
</header>`;
}

function footerOf({ words, parameters }: Frame, path: string): Markup {
  const links = languages.map((language) => {
    const { languageName } = textsOf[language];
    const isShown = language === words.locale.language;
    const address = withParameters(path, { ...parameters, lang: language });
    return html`<li><a href="${address}" lang="${language}" hreflang="${language}" ${isShown && raw('aria-current="true"')}>${languageName}</a></li>`;
  });
  return html`<footer><nav aria-label="${words.text('language')}"><ul class="plain">${links}</ul></nav></footer>`;
}

/** A path of another page, which keeps the language that was asked for. */
export function pathIn(
  { wanted }: Pick<Frame, 'wanted'>,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
) {
  return withParameters(path, { ...parameters, ...(wanted && { lang: wanted }) });
}

/** Where an acquirer wants a buyer: our own pages keep the language, an address of others is as they gave it. */
export function addressIn(frame: Pick<Frame, 'wanted'>, address: string): string {
  return address.startsWith(`${pagesPrefix}/`) ? pathIn(frame, address) : address;
}

function withParameters(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? path : `${path}?${query}`;
}
