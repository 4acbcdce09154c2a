import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import published from '../../docs/openapi.json' with { type: 'json' };
import { buildFunctions, folderOf } from '../../lib/build-functions.ts';
import { declaredFunctions } from './support/synthesize.ts';

const { endpoints, workers, operations, sites, canary } = await declaredFunctions();
const files = [...endpoints, ...workers, ...operations, ...sites, ...canary].map(({ file }) => file);

/** A start takes about 65 ms at 500 KB; what is larger carries something that it should not. */
const largestBytes = 620 * 1024;

describe('the bundle of a function', () => {
  let folder: string;
  let metafile: Metafile;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-build-'));
    metafile = await buildFunctions(files, join(folder, 'functions'), false);
  });

  afterAll(() => rm(folder, { recursive: true }));

  it.each(files)('%s starts by itself and exports its handler', async (file) => {
    const bundle = join(folder, 'functions', folderOf(file), 'index.mjs');
    const module = await import(/* @vite-ignore */ pathToFileURL(bundle).href);
    expect(module.handler).toBeTypeOf('function');
  });

  it("answers the API's description as it is published", async () => {
    const bundle = join(folder, 'functions', 'meta', 'get-open-api', 'index.mjs');
    const { endpoint } = await import(/* @vite-ignore */ pathToFileURL(bundle).href);
    expect(await endpoint.handle()).toEqual({
      status: 200,
      body: published,
      headers: { 'cache-control': 'public, max-age=300' },
    });
  });

  it.each(files)('%s holds the declaration of no other function', (file) => {
    const declarations = inputsOf(metafile, file).filter((input) => input.startsWith('functions/'));
    expect(declarations).toEqual([`functions/${file}`]);
  });

  it.each(files)('%s holds nothing of the infrastructure and of the one-machine stack', (file) => {
    const foreign = inputsOf(metafile, file).filter((input) => /^(lib|local|bin)\//.test(input));
    expect(foreign).toEqual([]);
  });

  it.each(files)('%s takes its credentials from the environment and cannot look for them elsewhere', (file) => {
    const providers = inputsOf(metafile, file).filter((input) =>
      /credential-provider-(?!env)|nested-clients/.test(input),
    );
    expect(providers).toEqual([]);
  });

  it('is small enough to start fast', () => {
    for (const [path, { bytes }] of Object.entries(metafile.outputs)) {
      if (path.endsWith('.mjs')) expect(bytes, path).toBeLessThan(largestBytes);
    }
  });

  it('brings the screening list where recipients are registered, and nowhere else', async () => {
    const screening = endpoints.filter(({ declaration }) => declaration.screensRecipients);
    const bringing = files.filter((file) =>
      inputsOf(metafile, file).includes('shared/corridors/screening/list-screening.ts'),
    );
    expect(bringing).toEqual(screening.map(({ file }) => file));
    expect(bringing).not.toEqual([]);
  });

  it('brings the sender of webhooks where one is used, and nowhere else', () => {
    const isUser = (input: string) =>
      /webhooks\/(sender\/attempt-delivery|endpoints\/register-webhook-endpoint)/.test(input);
    const users = files.filter((file) => inputsOf(metafile, file).some(isUser));
    const bringing = files.filter((file) => inputsOf(metafile, file).includes('shared/webhooks/sender/http-sender.ts'));
    expect(bringing).toEqual(users);
    expect(bringing).toHaveLength(5);
  });

  it('has a folder of its own', async () => {
    const built = await readdir(join(folder, 'functions'), { recursive: true });
    expect(built.filter((path) => path.endsWith('index.mjs')).sort()).toEqual(
      files.map((file) => join(folderOf(file), 'index.mjs')).sort(),
    );
  });
});

function inputsOf({ outputs }: Metafile, file: string): string[] {
  const path = Object.keys(outputs).find((output) => output.endsWith(`functions/${folderOf(file)}/index.mjs`));
  return Object.keys(outputs[path ?? '']?.inputs ?? {});
}
