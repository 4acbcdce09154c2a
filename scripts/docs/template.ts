import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../../shared/http/pages/escape-html.ts';

const style = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8');

/** Nothing is loaded. The style stands in the page and is named by its hash; `data:` is the empty icon. */
export const pagePolicy = policyOf({ 'style-src': [hashOf(style)], 'img-src': ['data:'] });

/** Browsers ask for an icon of their own accord, and there is none. */
export const noIcon = '<link rel="icon" href="data:,">';

export interface NavigationEntry {
  readonly title: string;
  readonly path: string;
}

interface Filling {
  readonly title: string;
  /** Of this page. */
  readonly path: string;
  /** HTML. */
  readonly content: string;
  readonly navigation: readonly NavigationEntry[];
}

/** A whole document that works without scripts. */
export function documentOf({ title, path, content, navigation }: Filling): string {
  const entries = navigation.map((entry) => {
    const current = entry.path === path ? ' aria-current="page"' : '';
    return `<li><a href="${entry.path}"${current}>${escapeHtml(entry.title)}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${noIcon}
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<div class="frame">
<nav aria-label="Documentation"><ul>
${entries.join('\n')}
</ul></nav>
<main id="content">
${content}
</main>
</div>
</body>
</html>
`;
}

/** Content-Security-Policy: nothing but what is named. */
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

/** How a policy names a style or script that stands in the page. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
