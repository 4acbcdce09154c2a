import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registrySettings } from '../../../scripts/support/installed.ts';
import { say } from '../../../scripts/support/say.ts';
import type { Outcome, Workshop } from './workshop.ts';

const source = join(import.meta.dirname, 'go');

/**
 * Generates a client by oapi-codegen, which `go.mod` pins, builds it and makes signed calls with it.
 * @returns that it was skipped where there is no Go, or one that is too old
 * @throws Error when the client does not build, or a call is not answered as described
 */
export async function tryGoClient({ commands, description, target }: Workshop): Promise<Outcome> {
  const wanted = /^go (\d+\.\d+)/m.exec(readFileSync(join(source, 'go.mod'), 'utf8'))?.[1] ?? '';
  if (!isAtLeast(installedGo(), wanted)) return { skipped: `the client in Go (no go >= ${wanted})` };
  const folder = join(commands.directory, 'go');
  cpSync(source, folder, { recursive: true });
  mkdirSync(join(folder, 'api'));
  const run = (command: readonly string[]) => commands.run(command, goSettings(), folder);
  await run(['go', 'mod', 'download']).catch((error) => {
    throw new Error('Go’s modules could not be had; GOPROXY says from where', { cause: error });
  });
  const generate = ['go', 'tool', 'oapi-codegen', '-generate', 'types,client', '-package', 'api'];
  await run([...generate, '-o', 'api/api.gen.go', description]);
  await run(['go', 'build', '-o', 'client', '.']);
  say('Go: the client of oapi-codegen builds');
  await commands.run([join(folder, 'client')], target);
  say('Go: a signed write and read were answered as described');
  return { played: 1 };
}

/** The version of Go on this machine, such as `1.26.8`; empty where there is none. */
function installedGo(): string {
  const { stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  return /go(\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? '';
}

/** Compares versions such as `1.25` by number. */
function isAtLeast(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/**
 * Go keeps modules and what was built of them where it does for this user: it checks both by their hashes, and to build the
 * generator anew takes a minute of a processor. No other Go is downloaded.
 */
function goSettings(): Record<string, string> {
  return {
    ...registrySettings(/^GO(PROXY|SUMDB|NOSUMDB|PRIVATE|CACHE|MODCACHE|PATH)$/),
    GOTOOLCHAIN: 'local',
    // Without the folder's name in it, what was built before fits.
    GOFLAGS: '-trimpath',
  };
}
