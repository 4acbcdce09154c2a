import { cpSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { installNpm } from '../../../scripts/support/npm.ts';
import { say } from '../../../scripts/support/say.ts';
import { type Outcome, openApiGenerator, type Workshop } from './workshop.ts';

const source = join(import.meta.dirname, 'typescript');
const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc');

/**
 * Generates two clients in TypeScript, by openapi-generator and by openapi-typescript, compiles them strictly and makes
 * signed calls.
 * @throws Error when one does not compile, or a call is not answered as described
 */
export async function tryTypeScriptClients(workshop: Workshop): Promise<Outcome> {
  const { commands, description, description30, target } = workshop;
  const folder = join(commands.directory, 'typescript');
  cpSync(source, folder, { recursive: true });
  const npm = await installNpm(commands, 'openapi-typescript');
  const program = npm.program('openapi-typescript');
  symlinkSync(join(dirname(program), '..'), join(folder, 'node_modules'));
  await commands.run([program, description, '-o', join(folder, 'openapi-typescript.d.ts')]);
  await openApiGenerator(workshop, description30, 'typescript-fetch', join(folder, 'openapi-generator'));
  await commands.run([compiler, '-p', folder]);
  say('TypeScript: the clients of openapi-generator and openapi-typescript compile');
  for (const name of ['with-openapi-generator', 'with-openapi-typescript']) {
    const bundle = join(folder, `${name}.mjs`);
    const entryPoints = [join(folder, `${name}.ts`)];
    await build({ entryPoints, outfile: bundle, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' });
    await commands.run([process.execPath, bundle], target);
  }
  say('TypeScript: signed writes and reads were answered as described');
  return { played: 2 };
}
