import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from '../support/commands.ts';
import { registrySettings, toolCache } from '../support/installed.ts';
import { say } from '../support/say.ts';

const source = join(import.meta.dirname, 'go');

/**
 * Generates a client by oapi-codegen, which `go.mod` pins, builds it and makes signed calls with it.
 * @param document path of the API's description
 * @param target where the calls go and who makes them, as environment variables
 * @returns why nothing was tried, or undefined
 * @throws Error when the client does not build, or a call is not answered as described
 */
export async function tryGoClient(
  commands: Commands,
  document: string,
  target: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const wanted = /^go (\d+\.\d+)/m.exec(readFileSync(join(source, 'go.mod'), 'utf8'))?.[1] ?? '';
  if (!isAtLeast(installedGo(), wanted)) return `SKIPPED: Go clients (no go >= ${wanted})`;
  const folder = join(commands.directory, 'go-client');
  cpSync(source, folder, { recursive: true });
  const run = (command: readonly string[]) => commands.run(command, goSettings(), folder);
  await run(['go', 'mod', 'download']).catch((error) => {
    throw new Error('Go’s modules could not be had; GOPROXY says from where', { cause: error });
  });
  // The generator writes to a folder that has to be there.
  await run(['mkdir', 'api']);
  await run(['go', 'tool', 'oapi-codegen', '-config', 'generator.yaml', document]);
  await run(['go', 'build', '-o', 'client', '.']);
  say('Go: the generated client builds');
  await commands.run([join(folder, 'client')], target);
  say('Go: a signed read and a signed write were answered as described');
  return undefined;
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

/** Modules and what was built of them are kept between runs. No other Go is downloaded. */
function goSettings(): Record<string, string> {
  const cache = join(toolCache, 'go');
  return {
    ...registrySettings(/^GO(PROXY|SUMDB|NOSUMDB|PRIVATE)$/),
    GOMODCACHE: join(cache, 'modules'),
    GOCACHE: join(cache, 'build'),
    // Otherwise modules are read-only, and the folder of the dependencies cannot be deleted.
    GOFLAGS: '-modcacherw',
    GOTOOLCHAIN: 'local',
  };
}
