import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');

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

test('the client uses no global that only Node has', () => {
  const texts = readdirSync(source).map((file) => readFileSync(join(source, file), 'utf8'));

  expect(texts.filter((text) => /\b(Buffer|process|require|setImmediate)\b[.(]/.test(text))).toEqual([]);
});
