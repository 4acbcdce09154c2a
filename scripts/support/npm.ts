import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from './commands.ts';
import { registrySettings, toolCache } from './installed.ts';
import { say } from './say.ts';

/** A tool from npm that is not among the project's own dependencies. */
export interface NpmTool {
  /** The path of a program in the tool. */
  program(name: string): string;
}

/**
 * Installs what a folder's `package-lock.json` pins, or takes what an earlier run installed. A package's own scripts
 * do not run.
 * @param folder below `scripts/support/tools`, with a `package.json` and a `package-lock.json`
 * @throws Error with npm's output when the registry cannot be reached or a package is not what the lock says
 */
export async function installNpm(commands: Commands, folder: string): Promise<NpmTool> {
  const pinned = join(import.meta.dirname, 'tools', folder);
  const lockfile = readFileSync(join(pinned, 'package-lock.json'));
  const directory = join(
    toolCache,
    `npm-${folder}-${createHash('sha256').update(lockfile).digest('hex').slice(0, 16)}`,
  );
  const tool = { program: (name: string) => join(directory, 'node_modules', '.bin', name) };
  if (existsSync(directory)) return tool;
  say(`installing ${folder} from npm`);
  mkdirSync(toolCache, { recursive: true });
  // Renamed when complete, so that an interrupted installation does not look finished.
  const unfinished = mkdtempSync(`${directory}-`);
  try {
    cpSync(pinned, unfinished, { recursive: true });
    const install = ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await commands.run(install, registrySettings(/^(npm_config_|NODE_EXTRA_CA_CERTS$)/i), unfinished);
    renameUnlessThere(unfinished, directory);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return tool;
}

/** Another run can have finished the same installation in the meantime. */
function renameUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
