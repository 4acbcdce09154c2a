import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cleanup } from '../../../local/process/cleanup.ts';
import type { Commands } from '../../../scripts/support/commands.ts';
import {
  fetchCommit,
  gitCommand,
  hasCommit,
  historyOf,
  readReleases,
  releasesFile,
} from '../../../scripts/support/releases.ts';
import { say } from '../../../scripts/support/say.ts';
import { root } from './root.ts';

/**
 * Checks the release before out beside this one, and installs what it needs.
 * @returns its folder; undefined where the history is not at hand, which a line says
 * @throws Error when the whole history has no such commit
 */
export async function checkOutReleaseBefore(commands: Commands, cleanup: Cleanup): Promise<string | undefined> {
  const commit = readReleases(root).at(-1) ?? '';
  if (!isAtHand(commit)) return undefined;
  const folder = join(commands.directory, 'release-before');
  await commands.run(gitCommand(root, 'worktree', 'add', '--detach', '--force', folder, commit));
  cleanup.add(() => {
    const [program = '', ...words] = gitCommand(root, 'worktree', 'remove', '--force', folder);
    execFileSync(program, words);
  });
  await install(commands, folder);
  say(`the release before, ${commit.slice(0, 12)}, is checked out and installed`);
  return folder;
}

function isAtHand(commit: string): boolean {
  const history = historyOf(root);
  if (history === 'none') return leaveOut('there is no .git here');
  if (hasCommit(root, commit)) return true;
  if (history === 'whole') throw new Error(`${releasesFile} names ${commit}, which the history does not have.`);
  return fetchCommit(root, commit) || leaveOut(`this clone is shallow and its origin does not give ${commit}`);
}

function leaveOut(reason: string): false {
  say(`LEFT OUT: two releases over one another, because ${reason}. A clone with its history proves it.`);
  return false;
}

/** Kept between runs, and deleted together with the dependencies. */
const cache = join(root, 'node_modules/.cache');

/** Installs what the lock file of the folder names. The same lock file would install what is here or in the cache. */
async function install(commands: Commands, folder: string): Promise<void> {
  const [theirs, ours] = [folder, root].map((place) => readFileSync(join(place, 'package-lock.json'), 'utf8'));
  const packages = theirs === ours ? root : join(cache, `packages-${sha256(theirs ?? '')}`);
  if (packages !== root && !existsSync(join(packages, 'complete'))) {
    rmSync(packages, { recursive: true, force: true });
    mkdirSync(packages, { recursive: true });
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
      copyFileSync(join(folder, file), join(packages, file));
    }
    await commands.run(['npm', 'ci', '--prefer-offline', '--ignore-scripts'], npmSettings(), packages);
    // An interrupted installation leaves no mark, so the next run begins anew.
    writeFileSync(join(packages, 'complete'), '');
  }
  symlinkSync(join(packages, 'node_modules'), join(folder, 'node_modules'), 'dir');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The caller's variables that say how this machine reaches npm's registry, and where it keeps what it has fetched. */
function npmSettings(): Record<string, string> {
  const names =
    /^(HOME|https?_proxy|no_proxy|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|npm_config_(registry|cache|\w*config|cafile|\w*proxy))$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (names.test(name) && value ? [[name, value]] : [])),
  );
}
