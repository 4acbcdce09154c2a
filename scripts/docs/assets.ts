import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync, transformSync } from 'esbuild';
import { docsPrefix } from '../../shared/contract/site.ts';

/** A file that pages load. Its path changes with its content, so that browsers keep it for a year. */
export interface Asset {
  readonly path: string;
  readonly content: Buffer;
  readonly contentType: string;
}

export function assetOf(name: string, extension: string, content: Buffer, contentType: string): Asset {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `${docsPrefix}/${name}.${hash}.${extension}`, content, contentType };
}

const require = createRequire(import.meta.url);
const packageOfFont = require.resolve('@fontsource-variable/inter/package.json');

/** A subset of Inter. A browser loads it if the page contains one of its characters. */
function fontOf(subset: 'latin' | 'latin-ext'): Asset {
  const file = join(packageOfFont, `../files/inter-${subset}-wght-normal.woff2`);
  return assetOf(`inter-${subset}`, 'woff2', readFileSync(file), 'font/woff2');
}

/** A program for browsers, from `scripts/docs/browser`. */
export function scriptOf(name: string): Asset {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'browser', `${name}.ts`)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`${name} was not built`);
  return assetOf(name, 'js', Buffer.from(output.contents), 'text/javascript; charset=utf-8');
}

const [latin, extended] = [fontOf('latin'), fontOf('latin-ext')];
const script = scriptOf('page');

export const pageScript = script.path;
/** The assets that every page may load. */
export const commonAssets: readonly Asset[] = [latin, extended, script];

export const style = transformSync(readFileSync(join(import.meta.dirname, 'style.css'), 'utf8'), {
  loader: 'css',
  minify: true,
})
  .code.trim()
  .replace('FONT_LATIN', latin.path)
  .replace('FONT_EXTENDED', extended.path);
