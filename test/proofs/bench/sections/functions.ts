import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import {
  discoverCanary,
  discoverEndpoints,
  discoverOperations,
  discoverSites,
  discoverWorkers,
} from '../../../../functions/discover.ts';
import { buildFunctions, bundleSettings, folderOf } from '../../../../lib/build-functions.ts';
import { median, round } from '../statistics.ts';

export interface FunctionFigures {
  readonly bytes: number;
  /** Above an empty Node process. */
  readonly importMs: number;
  /** To the import of `@aws-sdk/client-dynamodb` alone. */
  readonly ratioToClient: number;
}

export interface BundleFigures {
  /** By operation or worker. */
  readonly functions: Record<string, FunctionFigures>;
  readonly client: Omit<FunctionFigures, 'ratioToClient'>;
}

const run = promisify(execFile);

/** Builds every function, and measures what a cold start loads. */
export async function measureFunctions(imports: number): Promise<BundleFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  try {
    const endpoints = (await discoverEndpoints()).map(({ file, declaration }) => ({
      file,
      name: declaration.operation,
    }));
    const workers = (await discoverWorkers()).map(({ file, declaration }) => ({ file, name: declaration.name }));
    const operations = (await discoverOperations()).map(({ file, declaration }) => ({ file, name: declaration.name }));
    const sites = (await discoverSites()).map(({ file, declaration }) => ({ file, name: declaration.name }));
    const canary = (await discoverCanary()).map(({ file, declaration }) => ({ file, name: declaration.name }));
    const all = [...endpoints, ...workers, ...operations, ...sites, ...canary];
    const outdir = join(directory, 'functions');
    await buildFunctions(
      all.map(({ file }) => file),
      outdir,
    );
    const bundles = new Map(all.map(({ file, name }) => [name, join(outdir, folderOf(file), 'index.mjs')]));
    const client = await buildClient(directory);
    const times = await importTimes([client, ...bundles.values()], imports);
    const clientMs = times.get(client) ?? Number.NaN;
    const functions: Record<string, FunctionFigures> = {};
    for (const [name, path] of bundles) {
      const importMs = times.get(path) ?? Number.NaN;
      functions[name] = {
        bytes: await bytesOf(path),
        importMs: round(importMs, 1),
        ratioToClient: round(importMs / clientMs),
      };
    }
    return { functions, client: { bytes: await bytesOf(client), importMs: round(clientMs, 1) } };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The SDK's client as AWS ships it, bundled like a function. */
async function buildClient(directory: string): Promise<string> {
  const outfile = join(directory, 'client.mjs');
  const contents =
    "export { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';";
  const stdin = { contents, resolveDir: import.meta.dirname };
  await build({ ...bundleSettings, stdin, outfile });
  return outfile;
}

async function bytesOf(path: string): Promise<number> {
  return (await stat(path)).size;
}

/** Rounds over all files, so that a disturbance does not hit one file alone. Where there are several, one before them warms the disk's cache. */
async function importTimes(paths: readonly string[], rounds: number): Promise<Map<string, number>> {
  const script = join(paths[0] ?? '', '..', 'import.mjs');
  await writeFile(script, timingScript);
  const samples = new Map(paths.map((path): [string, number[]] => [path, []]));
  for (let round = rounds > 1 ? 0 : 1; round <= rounds; round += 1) {
    for (const path of paths) {
      const { stdout } = await run(process.execPath, [script, pathToFileURL(path).href]);
      if (round > 0) samples.get(path)?.push(Number(stdout));
    }
  }
  return new Map([...samples].map(([path, values]) => [path, median(values)]));
}

/** Timed inside: what the process takes to start and end is not in it. */
const timingScript = `const startedAt = performance.now();
await import(process.argv[2]);
console.log(performance.now() - startedAt);
`;
