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
import { siteList } from '../../shared/http/site/site-files.ts';
import { root } from './pages.ts';
import { siteContents } from './site-contents.ts';
import { storeFile } from './store-file.ts';

/** The folder of the rendered site. */
export const siteFolder = join(root, 'dist/docs');
/** The name of the file that records what the site was made from. */
const stampFile = 'made-of';

/**
 * Renders the site, unless it exists and nothing has changed since.
 * @returns its folder
 */
export async function renderSite(folder = siteFolder): Promise<string> {
  const stamp = stampOf();
  if (stampIn(folder) === stamp) return folder;
  mkdirSync(join(folder, '..'), { recursive: true });
  const making = mkdtempSync(`${folder}-`);
  try {
    const stored = siteContents().map(async (file) => [file.path, await storeFile(making, file)]);
    const list = Object.fromEntries(await Promise.all(stored));
    writeFileSync(join(making, siteList), `${JSON.stringify(list, null, 2)}\n`);
    writeFileSync(join(making, stampFile), stamp);
    // In Lambda a different user reads the files.
    chmodSync(making, 0o755);
    replace(folder, making, stamp);
    return folder;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Replaces the existing site with the new one. Another process may have rendered the same site in the meantime. */
function replace(folder: string, making: string, stamp: string): void {
  if (stampIn(folder) === stamp) return;
  rmSync(folder, { recursive: true, force: true });
  renameSync(making, folder);
}

function stampIn(folder: string): string | undefined {
  const path = join(folder, stampFile);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Everything from which the site is made. The lockfile names the versions of the packages that render it. */
const sources = [
  'CHANGELOG.md',
  'docs/guide/*',
  'docs/generated/collections/*.json',
  'docs/generated/mistakes.md',
  'docs/openapi.json',
  'scripts/docs/**/*.{ts,css}',
  'shared/http/site/*.ts',
  'shared/ground/errors/catalog.ts',
  'shared/openapi/version-3-0.ts',
  'package-lock.json',
];

function stampOf(): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: root }).sort()) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}
