import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');
/** The description's part, which grows with it: what is left of it is what the rest of the client needs to bundle. */
const withoutOperations: Plugin = {
  name: 'without-operations',
  setup: ({ onLoad }) => {
    const contents = "export { List } from './list.ts'; export class Operations {}";
    onLoad({ filter: /\/operations\.ts$/ }, () => ({ contents, loader: 'ts' }));
  },
};

test('the client bundles for browsers, without a module of Node or a dependency', async () => {
  const { metafile, warnings } = await build({
    entryPoints: [join(source, 'index.ts')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    minify: true,
    write: false,
  });

  expect(warnings).toEqual([]);
  expect(Object.keys(metafile.inputs).filter((path) => !path.startsWith('client/src/'))).toEqual([]);
});

test.each([
  ['the client', 8_200, []],
  ['all but the operations', 6_260, [withoutOperations]],
])('%s is at most %i bytes, minified and gzipped', async (_, most, plugins) => {
  const { outputFiles } = await build({
    entryPoints: [join(source, 'index.ts')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    write: false,
    plugins,
  });

  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(most);
});

test('the client uses no global that only Node has', () => {
  const texts = readdirSync(source).map((file) => readFileSync(join(source, file), 'utf8'));

  expect(texts.filter((text) => /\b(Buffer|process|require|setImmediate)\b[.(]/.test(text))).toEqual([]);
});
