import { createHash } from 'node:crypto';
import { docsPrefix } from '../../shared/contract/site.ts';
import { escapeHtml } from '../../shared/http/pages/escape-html.ts';
import { pageScript, style } from './assets.ts';
import type { Heading } from './markdown.ts';
import type { NavigationGroup } from './navigation.ts';

/**
 * Everything that a page loads comes from its own host: fonts, two scripts and the search index. The style is part of
 * the page and is identified by its hash; `data:` is the empty icon.
 */
export const pagePolicy = policyOf({
  'style-src': [hashOf(style)],
  'script-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'img-src': ['data:'],
});

/** The properties shared by the pages of one part of the site. */
export interface Frame {
  readonly navigation: readonly NavigationGroup[];
  /** The path of the index that the search loads. */
  readonly searchIndex: string;
}

interface Filling {
  /** The title of the browser tab. */
  readonly title: string;
  readonly summary: string;
  /** The path of this page. Absent on the "not found" page. */
  readonly path?: string;
  /** HTML. */
  readonly content: string;
  readonly headings: readonly Heading[];
  readonly frame: Frame;
  /** Path of this page in Markdown. */
  readonly markdownPath?: string;
}

const places = [
  { title: 'Guides', path: docsPrefix },
  { title: 'Reference', path: `${docsPrefix}/reference` },
  { title: 'Libraries', path: `${docsPrefix}/libraries` },
  { title: 'Changelog', path: `${docsPrefix}/changelog` },
];

const logo =
  '<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="M2 5h16M2 10h16M2 15h16" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" opacity=".28"/><path d="M6 5v10M14 5v10" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/></svg>';

/** A complete document. Without scripts it lacks the search and the buttons that copy code. */
export function documentOf({
  title,
  summary,
  path,
  content,
  headings,
  frame: { navigation, searchIndex },
  markdownPath,
}: Filling): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(summary)}">
<link rel="icon" href="data:,">
${markdownPath === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${markdownPath}">`}
<style>${style}</style>
<script src="${pageScript}" type="module"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="top">
<a class="brand" href="/">${logo}Sluice</a>
<nav class="places" aria-label="Documentation">${places.map((place) => linkTo(place, placeOf(path))).join('')}</nav>
<button class="control search" type="button" data-index="${searchIndex}" hidden>Search <kbd>/</kbd></button>
</header>
<div class="bar">
<button class="control" type="button" popovertarget="pages">All pages</button>
${headings.length === 0 ? '' : '<button class="control" type="button" popovertarget="contents">On this page</button>'}
</div>
<div class="frame">
<nav class="side" id="pages" popover aria-label="Pages">
${navigation.map((group) => groupOf(group, path)).join('\n')}
</nav>
<main id="content">
${content}
${footOf(navigation, path, markdownPath)}
</main>
${headings.length === 0 ? '' : contentsOf(headings)}
</div>
</body>
</html>
`;
}

interface Entry {
  readonly title: string;
  readonly path: string;
}

function linkTo({ title, path }: Entry, current: string | undefined): string {
  return `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
}

/** The entry of the header that a page belongs to. */
function placeOf(path: string | undefined): string | undefined {
  if (path === undefined || path === '/') return undefined;
  const place = places.find((one) => one.path !== docsPrefix && `${path}/`.startsWith(`${one.path}/`));
  return place?.path ?? docsPrefix;
}

function groupOf({ title, entries, isLong }: NavigationGroup, path: string | undefined): string {
  const list = `<ul>${entries.map((entry) => `<li>${linkTo(entry, path)}</li>`).join('')}</ul>`;
  if (!isLong) return `<p>${escapeHtml(title)}</p>${list}`;
  const open = entries.some((entry) => entry.path === path) ? ' open' : '';
  return `<details${open}><summary>${escapeHtml(title)}</summary>${list}</details>`;
}

/** With more entries than this, only the sections are shown. */
const mostEntries = 40;

function contentsOf(headings: readonly Heading[]): string {
  const depth = headings.filter((heading) => heading.depth <= 3).length > mostEntries ? 2 : 3;
  const entries = headings
    .filter((heading) => heading.depth <= depth)
    .map(({ id, text, depth }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<nav class="side contents" id="contents" popover aria-label="On this page"><p>On this page</p><ul>${entries.join('')}</ul></nav>`;
}

/** Links to the next page in the navigation, and to this page in Markdown. */
function footOf(navigation: readonly NavigationGroup[], path: string | undefined, markdownPath: string | undefined) {
  const entries = navigation.flatMap((group) => group.entries);
  const next = entries[entries.findIndex((entry) => entry.path === path) + 1];
  const links = [
    ...(markdownPath === undefined ? [] : [`<a href="${markdownPath}">This page as Markdown</a>`]),
    ...(next && path !== undefined && path !== '/'
      ? [`<a href="${next.path}">Next: ${escapeHtml(next.title)}</a>`]
      : []),
  ];
  return links.length === 0 ? '' : `<p class="foot">${links.join('')}</p>`;
}

/** Content-Security-Policy: permits nothing but what is named. */
export function policyOf(sources: Readonly<Record<string, readonly string[]>>): string {
  const none = ["'none'"];
  const directives = {
    'default-src': none,
    'base-uri': none,
    'frame-ancestors': none,
    'form-action': none,
    ...sources,
  };
  return Object.entries(directives)
    .map(([name, allowed]) => `${name} ${allowed.join(' ')}`)
    .join('; ');
}

/** How a policy identifies a style that is part of the page. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
