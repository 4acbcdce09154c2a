import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import published from '../../docs/openapi.json' with { type: 'json' };
import { discoverFunctions } from '../../functions/discover.ts';
import { buildFunctions, folderOf } from '../../lib/build-functions.ts';
import { declaredFunctions } from './support/synthesize.ts';

const { endpoints, workers, operations, sites, canary } = await declaredFunctions();
const sources = new Map((await discoverFunctions()).map(({ file, source }) => [file, source]));
const files = [...endpoints, ...workers, ...operations, ...sites, ...canary].map(({ file }) => file);

/** A start takes about 65 ms at 500 KB; what is larger carries something that it should not. */
const medianBytes = 500 * 1024;
const largestBytes = 600 * 1024;

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
    const declarations = inputsOf(metafile, file).filter((input) => /(^|methods\/\w+\/)functions\//.test(input));
    expect(declarations).toEqual([sources.get(file)]);
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
    const sizes = files
      .map((file) => ({ file, bytes: bytesAtStart(metafile, outputOf(metafile, file)) }))
      .sort((one, other) => one.bytes - other.bytes);
    expect(sizes.filter(({ bytes }) => bytes > largestBytes)).toEqual([]);
    expect(sizes[Math.floor(sizes.length / 2)]?.bytes).toBeLessThan(medianBytes);
  });

  it('loads the code that compares names with the first recipient, not at its start', () => {
    for (const file of ['recipients/create-recipient.ts', 'pages/claim-payout-link.ts', 'operations/rescreen.ts']) {
      expect(Object.keys(metafile.outputs[outputOf(metafile, file)]?.inputs ?? {})).not.toContain(nameIndex);
      expect(inputsOf(metafile, file)).toContain(nameIndex);
    }
  });

  it('carries the look-alike characters only where names are compared', () => {
    const bringing = files.filter((file) => inputsOf(metafile, file).some((input) => input.includes('unhomoglyph')));
    expect(bringing).toEqual(files.filter((file) => inputsOf(metafile, file).includes(nameIndex)));
  });

  it('brings the screening list where recipients are screened and refusals explained, and nowhere else', async () => {
    const screening = [
      ...endpoints.filter(({ declaration }) => declaration.uses?.includes('screening')),
      ...operations.filter(({ declaration }) =>
        declaration.uses?.some((one) => one === 'screeningReview' || one === 'rescreening'),
      ),
    ];
    const bringing = files.filter((file) =>
      inputsOf(metafile, file).includes('shared/providers/ofac/list-screening.ts'),
    );
    expect(bringing.length).toBeGreaterThan(0);
    expect(bringing).toEqual(screening.map(({ file }) => file));
  });

  it('brings the addresses of the screening list, and no names, where senders are screened, and nowhere else', () => {
    const all: readonly { readonly file: string; readonly declaration: { readonly uses?: readonly string[] } }[] = [
      ...workers,
      ...operations,
      ...endpoints,
    ];
    const users = all
      .filter(({ declaration }) => declaration.uses?.includes('senderScreening'))
      .map(({ file }) => file);
    const bringing = files.filter((file) => inputsOf(metafile, file).includes('shared/providers/ofac/list-senders.ts'));
    expect(bringing.length).toBeGreaterThan(0);
    expect(bringing.toSorted()).toEqual(users.toSorted());
    for (const file of bringing) expect(inputsOf(metafile, file)).not.toContain('shared/providers/ofac/name-index.ts');
  });

  it('brings the adapter of Secrets Manager to no worker that uses no secret', () => {
    const adapter = 'shared/adapters/secrets-from-manager.ts';
    const bringing = workers.filter(({ file }) => inputsOf(metafile, file).includes(adapter));
    const users = workers.filter(({ declaration }) => declaration.uses?.includes('sealing'));
    expect(users.length).toBeGreaterThan(0);
    expect(bringing.map(({ file }) => file)).toEqual(users.map(({ file }) => file));
  });

  it('brings the sender of webhooks where one is used, and nowhere else', () => {
    const isUser = (input: string) => input.includes('webhooks/sender/attempt-delivery');
    const users = files.filter((file) => inputsOf(metafile, file).some(isUser));
    const bringing = files.filter((file) => inputsOf(metafile, file).includes('shared/webhooks/sender/http-sender.ts'));
    expect(bringing).toEqual(users);
    expect(bringing).toHaveLength(3);
  });

  it('has a source map that leads to the declaration', async () => {
    const file = 'balance/get-balance.ts';
    await buildFunctions([file], join(folder, 'mapped', 'functions'));
    const bundle = join(folder, 'mapped', 'functions', folderOf(file), 'index.mjs');
    const [code, map] = await Promise.all([bundle, `${bundle}.map`].map((path) => readFile(path, 'utf8')));
    const lines = (code ?? '').split('\n');
    const line = lines.findIndex((text) => text.includes('"getBalance"') || text.includes('`getBalance`'));
    const column = (lines[line] ?? '').search(/["`]getBalance["`]/);
    const { originalSource } = new SourceMap(JSON.parse(map ?? '')).findEntry(line, column) as {
      originalSource: string;
    };
    expect(originalSource).toMatch(/functions\/balance\/get-balance\.ts$/);
  });

  it('has a folder of its own', async () => {
    const built = await readdir(join(folder, 'functions'), { recursive: true });
    expect(built.filter((path) => path.endsWith('index.mjs')).sort()).toEqual(
      files.map((file) => join(folderOf(file), 'index.mjs')).sort(),
    );
  });
});

const nameIndex = 'shared/providers/ofac/name-index.ts';

function outputOf({ outputs }: Metafile, file: string): string {
  return Object.keys(outputs).find((path) => path.endsWith(`functions/${folderOf(file)}/index.mjs`)) ?? '';
}

/** What an output holds, and the chunks that are loaded with it. */
function bytesAtStart({ outputs }: Metafile, start: string): number {
  const loaded = new Set([start]);
  for (const path of loaded) {
    for (const { path: chunk, kind, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) loaded.add(chunk);
    }
  }
  return [...loaded].reduce((sum, path) => sum + (outputs[path]?.bytes ?? Number.POSITIVE_INFINITY), 0);
}

/** What a function's bundle is made of, with what it loads later. */
function inputsOf({ outputs }: Metafile, file: string): string[] {
  const own = Object.entries(outputs).filter(([path]) => path.includes(`functions/${folderOf(file)}/`));
  return own.flatMap(([, { inputs }]) => Object.keys(inputs));
}
