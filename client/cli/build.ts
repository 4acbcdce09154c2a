import { join } from 'node:path';
import { build } from 'esbuild';

/** Makes `dist/main.js`. In the checkout the client is two folders up; the package depends on it by its name. */
await build({
  entryPoints: [join(import.meta.dirname, 'src/main.ts')],
  outfile: join(import.meta.dirname, 'dist/main.js'),
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  packages: 'external',
  plugins: [
    {
      name: 'client-by-name',
      setup: ({ onResolve }) => {
        onResolve({ filter: /\/src\/index\.ts$/ }, () => ({ path: '@sluice/client', external: true }));
      },
    },
  ],
});
