import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { bundleRoot, folderOf } from './build-functions.ts';

/** Returns the code of a function's file. Injected, so that tests of templates need no bundles. */
export type CodeOf = (file: string) => Code;

/** The bundles created by `scripts/build.ts`, without their source maps. */
export const builtCode: CodeOf = (file) => {
  const folder = join(bundleRoot, folderOf(file));
  if (!existsSync(join(folder, 'index.mjs'))) {
    throw new Error(`functions/${file} has no bundle. Run 'node scripts/build.ts' before 'cdk'.`);
  }
  return Code.fromAsset(folder, { exclude: ['*.map'] });
};
