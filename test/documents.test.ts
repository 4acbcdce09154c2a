import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorOf } from '../scripts/docs/markdown.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const exclude = ['node_modules/**', '**/node_modules/**', 'dist/**', 'cdk.out/**', '.*/**', 'client/**/dist/**'];
/** Links of the guide are tested as the site has them: `test/scripts/docs/guide.test.ts`. */
const pages = globSync('**/*.md', { cwd: root, exclude: [...exclude, 'docs/guide/**'] }).sort();

/** Without code, which may look like a link or a heading. */
const proseOf = (path: string) =>
  read(path)
    .replace(/^ *```.*?^ *```$/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));
const headingsOf = (path: string) =>
  [...proseOf(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading.replace(/[`*]/g, '')));

/** @returns what is wrong with a link, or undefined */
function faultOf(page: string, href: string): string | undefined {
  if (/^[a-z]+:/.test(href)) return undefined;
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), decodeURI(path)));
  if (!existsSync(join(root, target))) return `${href}: no such file`;
  if (anchor === undefined || statSync(join(root, target)).isDirectory()) return undefined;
  return headingsOf(target).includes(anchor) ? undefined : `${href}: no such heading`;
}

test.each(pages)('every link of %s leads to a file and a heading that exist', (page) => {
  const hrefs = [...proseOf(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, href = '']) => href);
  expect(hrefs.map((href) => faultOf(page, href)).filter((fault) => fault !== undefined)).toEqual([]);
});

test('no page has a conflict that was not resolved', () => {
  expect(pages.filter((page) => /^(<<<<<<<|>>>>>>>) /m.test(read(page)))).toEqual([]);
});

describe('the architecture', () => {
  test('is two pages', () => {
    expect(read('docs/architecture.md').split(/\s+/).length).toBeLessThan(1_300);
  });

  test('links every page that stands next to the code it describes', () => {
    const linked = ['docs/architecture.md', 'shared/README.md', 'local/README.md'].flatMap((page) =>
      [...read(page).matchAll(/\]\(([^()\s#]+\.md)/g)].map(([, href = '']) => normalize(join(dirname(page), href))),
    );
    const besideCode = pages.filter((page) => /^(shared|lib|local|scripts)\/.*README\.md$/.test(page));
    expect(besideCode.length).toBeGreaterThan(10);
    expect(besideCode.filter((page) => !linked.includes(page))).toEqual([]);
  });
});

describe('the page about the table', () => {
  const rows = [...read('shared/ground/table/README.md').matchAll(/^\| (\w+)(?: \(\w+\))? \| `([A-Z][^`]*)` \|/gm)].map(
    ([, entity = '', pk = '']) => ({ entity, pk }),
  );
  const sources = globSync('shared/**/*.ts', { cwd: root }).map(read);

  test('has one row for each entity of the code', () => {
    const entities = sources.flatMap((source) =>
      [...source.matchAll(/new Entity\(\{\s+name: '(\w+)'/g)].map(([, name = '']) => name),
    );
    expect(entities.length).toBeGreaterThan(80);
    expect(rows.map(({ entity }) => entity).toSorted()).toEqual(entities.toSorted());
  });

  test('names partition keys that the code has', () => {
    const prefixes = rows.map(({ pk }) => pk.replace(/<.*/, ''));
    expect(prefixes.filter((prefix) => !sources.some((source) => source.includes(prefix)))).toEqual([]);
  });
});
