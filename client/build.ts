import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');

/**
 * Makes `dist/`: a module a file for `import`, one file for `require`, and declarations for each, because a declaration
 * has the module system of the code that it describes.
 */
rmSync(dist, { recursive: true, force: true });
execFileSync(join(folder, '../node_modules/.bin/tsc'), ['--project', join(folder, 'tsconfig.json')], {
  stdio: 'inherit',
});
await build({
  entryPoints: [join(folder, 'src/index.ts')],
  outfile: join(dist, 'index.cjs'),
  bundle: true,
  platform: 'neutral',
  target: 'es2022',
  format: 'cjs',
});
for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.ts'))) {
  const declaration = readFileSync(join(dist, file), 'utf8');
  writeFileSync(join(dist, file), importing(declaration, '.js'));
  writeFileSync(join(dist, file.replace(/\.d\.ts$/, '.d.cts')), importing(declaration, '.cjs'));
}

/** The compiler leaves `.ts` in the imports of declarations. */
function importing(declaration: string, extension: string): string {
  return declaration.replace(/((?:from |import\()'\.\/[\w-]+)\.ts'/g, `$1${extension}'`);
}
