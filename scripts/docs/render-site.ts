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

/** Where the site lies once it is rendered. */
export const siteFolder = join(root, 'dist/docs');
/** Says what the site was made of. */
const stampFile = 'made-of';

/** Renders the site, unless it is there and nothing has changed since. @returns its folder */
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
    // Whoever unpacks it in Lambda is another user.
    chmodSync(making, 0o755);
    replace(folder, making, stamp);
    return folder;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
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
