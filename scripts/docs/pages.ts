import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import { docsPrefix } from '../../shared/contract/site.ts';
import { readMarkdown } from './markdown.ts';
import { referencePath } from './reference.ts';
import { documentOf, type NavigationEntry } from './template.ts';

export const root = join(import.meta.dirname, '../..');
export const guide = join(root, 'docs/guide');
export const description = join(root, 'docs/openapi.json');
const collections = join(root, 'docs/collections');

/** In the order of the navigation. A page that nobody has written yet is left out. */
const guidePages = [
  'start',
  'signing',
  'idempotency',
  'recipients',
  'payout-links',
  'following',
  'texts',
  'webhooks',
  'errors',
  'mistakes',
  'sandbox',
  'going-live',
];

/** A page by its path, as a whole document. */
export type Documents = Readonly<Record<string, string>>;

/** Renders the page at the root and those of the guide. */
export function renderGuide(): Documents {
  const written = guidePages.filter((name) => existsSync(join(guide, `${name}.md`)));
  const read = written.map((name) => ({ path: pathOf(name), ...readMarkdown(markdownOf(name), addressOf) }));
  const reference = { title: 'API reference', path: referencePath };
  const navigation: NavigationEntry[] = [...read.map(({ title, path }) => ({ title, path })), reference];
  const home = readMarkdown(markdownOf('home'), addressOf);
  const pages = [{ ...home, path: '/' }, ...read];
  return Object.fromEntries(
    pages.map(({ path, title, html }) => {
      const name = path === '/' ? title : `${title} - Sluice`;
      return [path, documentOf({ title: name, path, content: html, navigation })];
    }),
  );
}

/** Files that are offered to be saved, by name. */
export function downloads(): string[] {
  return existsSync(collections) ? readdirSync(collections).filter((name) => name.endsWith('.json')) : [];
}

export function readDownload(name: string): Buffer {
  return readFileSync(join(collections, name));
}

function markdownOf(name: string): string {
  const written = readFileSync(join(guide, `${name}.md`), 'utf8');
  return name === 'start' ? written + downloadsInMarkdown() : written;
}

function downloadsInMarkdown(): string {
  const names = downloads();
  if (names.length === 0) return '';
  const items = names.map((name) => `- [${name}](${docsPrefix}/${name})`);
  return `\n## Collections\n\nThe whole API for Postman, to import:\n\n${items.join('\n')}\n\nFor Bruno the repository has the folder \`docs/collections/bruno\`, to open.\n`;
}

function pathOf(name: string): string {
  if (name === 'home') return '/';
  return name === 'start' ? docsPrefix : `${docsPrefix}/${name}`;
}

/**
 * A link as the site has it. In the repository pages link each other's files, so that they can be read there too.
 * @throws Error for a file that the site does not have
 */
export function addressOf(href: string): string {
  if (/^(https:\/\/|#|\/)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const fragment = anchor === undefined ? '' : `#${anchor}`;
  if (file === '../openapi.json') return `${apiPrefix}/openapi.json`;
  const name = file.replace(/\.md$/, '');
  const isPage = ['home', ...guidePages].includes(name) && existsSync(join(guide, `${name}.md`));
  if (!isPage) throw new Error(`The site has no page for the link ${href}.`);
  return pathOf(name) + fragment;
}
