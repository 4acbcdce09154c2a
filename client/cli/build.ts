import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * Builds `dist/main.js` and the files that it loads. They contain the client, so that the package can be installed
 * without it; the dependencies stay outside.
 */
await build({
  entryPoints: [join(folder, 'src/main.ts')],
  outdir: join(folder, 'dist'),
  splitting: true,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  external: Object.keys(dependencies),
});
