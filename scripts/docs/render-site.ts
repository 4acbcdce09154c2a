import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { docsPrefix } from '../../shared/contract/site.ts';
import { type SiteFile, siteList } from '../../shared/http/site/site-files.ts';
import { description, downloads, readDownload, renderGuide, root } from './pages.ts';
import { referencePath, renderReference } from './reference.ts';
import { pagePolicy, policyOf } from './template.ts';

/** Where the site lies once it is rendered. */
export const siteFolder = join(root, 'dist/docs');
/** Says what the site was made of. */
const stampFile = 'made-of';

const html = 'text/html; charset=utf-8';

interface Rendered extends Omit<SiteFile, 'file' | 'etag'> {
  readonly path: string;
  readonly content: string | Buffer;
}

/** Renders the site, unless it is there and nothing has changed since. @returns its folder */
export async function renderSite(folder = siteFolder): Promise<string> {
  const stamp = stampOf();
  if (stampIn(folder) === stamp) return folder;
  mkdirSync(join(folder, '..'), { recursive: true });
  const making = mkdtempSync(`${folder}-`);
  try {
    const { html: reference, policy } = await renderReference(description, making);
    rmSync(join(making, 'reference.html'));
    const files: Rendered[] = [
      ...Object.entries(renderGuide()).map(([path, content]) => ({
        path,
        content,
        contentType: html,
        policy: pagePolicy,
      })),
      { path: referencePath, content: reference, contentType: html, policy },
      ...downloads().map(downloadOf),
    ];
    writeFiles(making, files);
    writeFileSync(join(making, stampFile), stamp);
    // Whoever unpacks it in Lambda is another user.
    chmodSync(making, 0o755);
    replace(folder, making, stamp);
    return folder;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

function downloadOf(name: string): Rendered {
  const content = readDownload(name);
  return {
    path: `${docsPrefix}/${name}`,
    content,
    contentType: 'application/json; charset=utf-8',
    policy: policyOf({}),
    saveAs: name,
  };
}

/** Compressed once, so that no answer has to be. */
function writeFiles(folder: string, files: readonly Rendered[]): void {
  const list: Record<string, SiteFile> = {};
  for (const { path, content, ...said } of files) {
    const file = `${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.gz`;
    const etag = `W/"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`;
    writeFileSync(join(folder, file), gzipSync(content, { level: 9 }));
    list[path] = { file, etag, ...said };
  }
  writeFileSync(join(folder, siteList), `${JSON.stringify(list, null, 2)}\n`);
}

/** Puts what was made in place of what is there. Another process may have made the same meanwhile. */
function replace(folder: string, making: string, stamp: string): void {
  if (stampIn(folder) === stamp) return;
  rmSync(folder, { recursive: true, force: true });
  renameSync(making, folder);
}

function stampIn(folder: string): string | undefined {
  const path = join(folder, stampFile);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Everything that the site is made of. The lockfile names the versions of the packages that render it. */
const sources = [
  'docs/guide/*',
  'docs/collections/*.json',
  'docs/openapi.json',
  'scripts/docs/*',
  'shared/ground/errors/catalog.ts',
  'package-lock.json',
];

function stampOf(): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: root }).sort()) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}
