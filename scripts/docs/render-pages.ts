import type { SitePage } from './pages.ts';
import { documentOf, type Frame } from './template.ts';

/** HTML by path. */
export type Documents = Readonly<Record<string, string>>;

export function renderPages(pages: readonly SitePage[], frame: Frame): Documents {
  return Object.fromEntries(pages.map((page) => [page.path, renderPage(page, frame)]));
}

function renderPage({ path, title, html, ...page }: SitePage, frame: Frame): string {
  const name = path === '/' ? title : `${title} - Sluice`;
  return documentOf({ ...page, path, title: name, content: html, frame });
}

/** The page that a browser gets at an address that does not exist. */
export function renderNotFound(frame: Frame): string {
  return documentOf({
    title: 'Not found - Sluice',
    summary: 'There is no page at this address.',
    content:
      '<h1>Not found</h1>\n<p>There is no page at this address. Search for what you need, or begin at <a href="/docs">the first page</a>.</p>',
    headings: [],
    frame,
  });
}
