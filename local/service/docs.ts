import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SiteFiles, siteFilesIn } from '../../shared/http/site/site-files.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/**
 * The documentation, rendered when it is first requested, so that no start waits for it. A separate process renders it,
 * so that the stack continues to answer. A failed rendering is tried again at the next request.
 */
export function docsOnDemand(): () => Promise<SiteFiles> {
  let files: Promise<SiteFiles> | undefined;
  return () => {
    files ??= render();
    files.catch(() => {
      files = undefined;
    });
    return files;
  };
}

async function render(): Promise<SiteFiles> {
  await run(process.execPath, [join(root, 'scripts/docs.ts')], { cwd: root });
  return siteFilesIn(join(root, 'dist/docs'));
}
