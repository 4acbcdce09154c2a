import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from '../support/commands.ts';

/** Builds the package in a folder and packs it as `npm publish` would. @returns the tarball */
export async function packPackage(commands: Commands, folder: string): Promise<string> {
  await commands.run([process.execPath, join(folder, 'build.ts')]);
  await commands.run(['npm', 'pack', '--ignore-scripts', '--pack-destination', commands.directory], {}, folder);
  const [tarball = ''] = readdirSync(commands.directory).filter((name) => name.endsWith('.tgz'));
  return join(commands.directory, tarball);
}
