import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import { docsPrefix } from '../../shared/contract/site.ts';
import { type ReadPage, readMarkdown } from './markdown.ts';
import { guideGroups, type NavigationGroup } from './navigation.ts';
import { withSiteLinks } from './site-links.ts';

export const root = join(import.meta.dirname, '../..');
export const guide = join(root, 'docs/guide');
export const generated = join(root, 'docs/generated');
const collections = join(root, 'docs/generated/collections');

/** A page of the site before it has a frame. */
export interface SitePage extends ReadPage {
  readonly path: string;
  /** Markdown whose links lead to pages of the site. */
  readonly markdown: string;
  /** Where the same page is served in Markdown. */
  readonly markdownPath: string;
}

const guidePages = guideGroups.flatMap(({ pages }) => pages);

/** The page at the root and those of the guide, in the order of the navigation. */
export function readGuide(): SitePage[] {
  return ['home', ...guidePages].map((name) => {
    const markdown = withSiteLinks(markdownOf(name), addressOf);
    return pageOf(pathOf(name), `${docsPrefix}/${name}.md`, markdown);
  });
}

/** @param markdown whose links are those of the site */
export function pageOf(path: string, markdownPath: string, markdown: string): SitePage {
  return { path, markdownPath, markdown, ...readMarkdown(markdown) };
}

/** The groups of the guide as every page shows them. */
export function guideNavigation(pages: readonly SitePage[]): NavigationGroup[] {
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  return guideGroups.map(({ title, pages: names }) => ({
    title,
    entries: names.map(pathOf).map((path) => ({ path, title: titles.get(path) ?? path })),
  }));
}

/** Files offered for download, by name. */
export function downloads(): string[] {
  return readdirSync(collections).filter((name) => name.endsWith('.json'));
}

export function readDownload(name: string): Buffer {
  return readFileSync(join(collections, name));
}

function markdownOf(name: string): string {
  if (name === 'changelog') return readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const written = readFileSync(join(name === 'mistakes' ? generated : guide, `${name}.md`), 'utf8');
  return name === 'start' ? written + downloadsInMarkdown() : written;
}

function downloadsInMarkdown(): string {
  const items = downloads().map((name) => `- [${name}](${docsPrefix}/${name})`);
  return `\n## Collections\n\nThe whole API for Postman, to import:\n\n${items.join('\n')}\n\nFor Bruno the repository has the folder \`docs/generated/collections/bruno\`, to open.\n`;
}

function pathOf(name: string): string {
  if (name === 'home') return '/';
  return name === 'start' ? docsPrefix : `${docsPrefix}/${name}`;
}

/**
 * Converts a link to the address on the site. In the repository, pages link each other's files, so that they can be
 * read there too.
 * @returns undefined for a file that only the repository has: its text stays without a link
 * @throws Error for a page that the site does not have
 */
export function addressOf(href: string): string | undefined {
  if (/^(https:\/\/|#|\/)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const fragment = anchor === undefined ? '' : `#${anchor}`;
  if (file === '../openapi.json') return `${apiPrefix}/openapi.json`;
  // A link from the changelog, which is in the root of the repository.
  if (/^docs\/(?!guide\/|generated\/)/.test(file)) return undefined;
  const name = file.replace(/^(docs|\.\.)\/(guide|generated)\//, '').replace(/\.md$/, '');
  if (!['home', ...guidePages].includes(name)) throw new Error(`The site has no page for the link ${href}.`);
  return pathOf(name) + fragment;
}
