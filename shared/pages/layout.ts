import { html, raw } from 'hono/html';
import type { Frame, Markup } from './frame.ts';
import { languages } from './language.ts';
import { withParameters } from './paths.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { nameOf } from './texts.ts';

interface Content {
  readonly title: string;
  /** What the page is about, shown next to what is to be done; above it on a phone. */
  readonly about?: Markup | undefined;
  /** The title is part of what the page is about and replaces the organization's name, which it contains. */
  readonly titleNames?: true;
  readonly main: Markup;
  /** Needs the script, which copies and counts down. */
  readonly scripted?: true;
  /** Where the browser navigates by itself, and after how many seconds. */
  readonly next?: { readonly seconds: number; readonly address: string };
}

/** A whole page. */
export function pageOf(frame: Frame, content: Content): string {
  const { words, livemode } = frame;
  const { title, next, scripted } = content;
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
${!livemode && html`<header><p class="test">${words.text('testMode')}</p></header>`}
<main>
${sidesOf(frame, content)}
</main>
${frame.path !== undefined && footerOf(frame, frame.path)}
${scripted && html`<p id="copied" role="status"></p><script>${raw(script)}</script>`}
</body>
</html>
`;
  if (page instanceof Promise) throw new Error('a page waits for something');
  return page.toString();
}

/** Two columns, or one if there is nothing to show next to it. */
function sidesOf({ organization }: Frame, { title, titleNames, about, main }: Content): Markup {
  const heading = html`<h1>${title}</h1>`;
  const name = organization !== undefined && html`<strong dir="auto">${organization}</strong>`;
  const whose =
    organization !== undefined && html`<div class="whose">${markOf(organization)}${titleNames ? heading : name}</div>`;
  const does = html`${!titleNames && heading}
${main}`;
  if (about === undefined) return html`<div class="does">${whose}${does}</div>`;
  return html`<div class="about">${whose}
${about}</div>
<div class="does">${does}</div>`;
}

/** The first letter of a name, as a logo next to it. */
function markOf(name: string): Markup | undefined {
  const [letter] = /[\p{L}\p{N}]\p{M}*/u.exec(name) ?? [];
  return letter === undefined
    ? undefined
    : html`<span class="mark" aria-hidden="true">${letter.toLocaleUpperCase('en')}</span>`;
}

function footerOf({ words, parameters }: Frame, path: string): Markup {
  const links = languages.map((language) => {
    const isShown = language === words.locale.language;
    const address = withParameters(path, { ...parameters, lang: language });
    return html`<li><a href="${address}" lang="${language}" hreflang="${language}" ${isShown && raw('aria-current="true"')}>${nameOf(language)}</a></li>`;
  });
  return html`<footer><nav aria-label="${words.text('language')}"><ul class="plain">${links}</ul></nav></footer>`;
}
