import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Makes `dist/main.js`. It contains the client, so that the package can be installed without it; the dependencies stay outside. */
await build({
  entryPoints: [join(folder, 'src/main.ts')],
  outfile: join(folder, 'dist/main.js'),
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  external: Object.keys(dependencies),
});
