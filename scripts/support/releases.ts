import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in which releases are recorded, relative to the root of the project. docs/releasing.md says when. */
export const releasesFile = 'docs/releases.json';

/**
 * @returns the commit ids of the releases, newest last
 * @throws Error when the file contains anything else
 */
export function readReleases(root: string): readonly [string, ...string[]] {
  const found: unknown = JSON.parse(readFileSync(join(root, releasesFile), 'utf8'));
  const isId = (id: unknown) => typeof id === 'string' && /^[0-9a-f]{40}$/.test(id);
  if (Array.isArray(found) && found.length > 0 && found.every(isId) && new Set(found).size === found.length) {
    return found as [string, ...string[]];
  }
  throw new Error(`${releasesFile} must be a list of commit ids of 40 digits, newest last, each once.`);
}

/** How much of the project's history a folder has: `none` if it was unpacked from an archive. */
export type History = 'none' | 'shallow' | 'whole';

export function historyOf(root: string): History {
  // A parent folder may be the repository of something else.
  if (!existsSync(join(root, '.git'))) return 'none';
  return git(root, 'rev-parse', '--is-shallow-repository') === 'true' ? 'shallow' : 'whole';
}

export function hasCommit(root: string, commit: string): boolean {
  try {
    git(root, 'cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** @returns whether the commit exists and is an ancestor of the other one */
export function isAncestor(root: string, commit: string, of = 'HEAD'): boolean {
  try {
    git(root, 'merge-base', '--is-ancestor', commit, of);
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks the origin of a shallow clone for one more commit.
 * @returns whether it was provided
 */
export function fetchCommit(root: string, commit: string): boolean {
  try {
    git(root, 'fetch', '--quiet', '--depth=1', 'origin', commit);
  } catch {
    return false;
  }
  return hasCommit(root, commit);
}

/** The time limit for git: a fetch from a server that does not answer must not block a proof. */
const timeout = 30_000;

/** The folder may belong to another user, as in a container. Without this option git would refuse it. */
export function gitCommand(root: string, ...words: readonly string[]): string[] {
  return ['git', '-c', 'safe.directory=*', '-C', root, ...words];
}

function git(root: string, ...words: readonly string[]): string {
  const [program = '', ...rest] = gitCommand(root, ...words);
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
  return execFileSync(program, rest, { env, timeout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
