import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { discoverFunctions } from '../functions/discover.ts';
import { entryOf } from './entries.ts';

const root = join(import.meta.dirname, '..');

/** The default folder of the bundles: `dist/functions/<domain>/<operation>/index.mjs`. */
export const bundleRoot = join(root, 'dist', 'functions');

/** The options of esbuild for every bundle. */
export const bundleSettings = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minify: true,
  // ES modules of packages are preferred: tree shaking leaves half the size of their CommonJS.
  mainFields: ['module', 'main'],
  // Modules that are loaded on first use, if ever, and that Lambda's runtime provides: S3's client, if a stage has a
  // screening list or an archive, and the parts of the SDK for browsers and event streams. They would add 164 KB and 20
  // KB to a start.
  external: ['@aws-sdk/client-s3', 'bowser', '@smithy/core/event-streams'],
  // A few CommonJS dependencies `require` Node's own modules; an ES module has no `require` of its own.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
} as const satisfies BuildOptions;

/**
 * Bundles every function. Each entry follows only its own imports, so a bundle contains no other function's
 * declaration. The AWS SDK is bundled, because an external one starts more slowly. Modules that a function imports only
 * on demand become a chunk in the function's folder. The entries that Lambda starts are written next to the output
 * folder, into `entries`.
 *
 * @param files relative to `functions/`: `payouts/create-payout.ts`
 * @param sourcemap false saves a quarter of the time and five sixths of the disk space, if nobody reads stack traces
 * @returns esbuild's metafile, also written next to the output folder as `metafile.json`
 */
export async function buildFunctions(
  files: readonly string[],
  outdir = bundleRoot,
  sourcemap: 'external' | false = 'external',
): Promise<Metafile> {
  const entries = join(dirname(outdir), 'entries');
  await Promise.all([outdir, entries].map((folder) => rm(folder, { recursive: true, force: true })));
  await writeEntries(files, entries);
  const bundle = async (some: readonly string[], options: Pick<BuildOptions, 'splitting' | 'chunkNames'> = {}) => {
    const { metafile } = await build({
      entryPoints: some.map((file) => ({ in: join(entries, file), out: bundleOf(file) })),
      absWorkingDir: root,
      outdir,
      outExtension: { '.js': '.mjs' },
      ...bundleSettings,
      alias: { '@aws-sdk/credential-provider-node': join(root, 'shared/adapters/role-credentials.ts') },
      plugins: [compressData],
      sourcemap,
      metafile: true,
      logLevel: 'warning',
      ...options,
    });
    return metafile;
  };
  const metafile = await bundle(files);
  // Each one separately, because functions that are built together would share their chunks.
  for (const file of files.filter((file) => loadsLater(metafile, file))) {
    const chunks = await bundle([file], { splitting: true, chunkNames: `${folderOf(file)}/[name]-[hash]` });
    Object.assign(metafile.inputs, chunks.inputs);
    Object.assign(metafile.outputs, chunks.outputs);
  }
  await mkdir(dirname(outdir), { recursive: true });
  await writeFile(join(dirname(outdir), 'metafile.json'), JSON.stringify(metafile));
  return metafile;
}

/** Whether a function imports something on first use, besides what Lambda's runtime provides. */
function loadsLater({ inputs, outputs }: Metafile, file: string): boolean {
  const output = Object.entries(outputs).find(([path]) => path.endsWith(`/${bundleOf(file)}.mjs`))?.[1];
  return Object.keys(output?.inputs ?? {}).some((input) =>
    inputs[input]?.imports.some(({ kind, external }) => kind === 'dynamic-import' && !external),
  );
}

async function writeEntries(files: readonly string[], entries: string): Promise<void> {
  const functions = new Map((await discoverFunctions()).map((one) => [one.file, one]));
  await Promise.all(
    files.map(async (file) => {
      const declared = functions.get(file);
      if (!declared) throw new Error(`functions/${file} declares no function.`);
      const path = join(entries, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, entryOf(declared, dirname(path)));
    }),
  );
}

/**
 * Compresses large data that few functions use: the API description to a tenth, the look-alike characters to a quarter.
 * A function that does not use the data does not bundle it.
 */
const compressData: Plugin = {
  name: 'compress-data',
  setup({ onLoad }) {
    onLoad({ filter: /(docs\/openapi|unhomoglyph\/data)\.json$/ }, async ({ path }) => {
      const compressed = brotliCompressSync(JSON.stringify(JSON.parse(await readFile(path, 'utf8')))).toString(
        'base64',
      );
      return {
        contents: `import { brotliDecompressSync } from 'node:zlib';
          const read = () => JSON.parse(brotliDecompressSync(Buffer.from('${compressed}', 'base64')).toString());
          export default /* @__PURE__ */ read();`,
      };
    });
  },
};

/** A function's folder below the output folder, including the name of the module. */
function bundleOf(file: string): string {
  return `${folderOf(file)}/index`;
}

/** `payouts/create-payout.ts` -> `payouts/create-payout`. */
export function folderOf(file: string): string {
  return file.replace(/\.ts$/, '');
}
