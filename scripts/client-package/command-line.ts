import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from '../support/commands.ts';
import { registrySettings } from '../support/installed.ts';

const client = join(import.meta.dirname, '../../client');

/**
 * Installs the command line with the command in its README, into a separate folder, and makes a signed call with it.
 * @param credentials path of a file for `--config`
 * @throws Error when the README has no such command, or when one of the commands fails
 */
export async function installAndCall(commands: Commands, credentials: string): Promise<void> {
  const directory = join(commands.directory, 'command-line');
  mkdirSync(directory);
  // The command runs where `client` is that of the checkout, but its package does not stay in the checkout.
  symlinkSync(client, join(directory, 'client'));
  const prefix = join(directory, 'prefix');
  const settings = { ...registrySettings(/^(npm_config_|NODE_EXTRA_CA_CERTS$)/i), npm_config_prefix: prefix };
  await commands.run(['sh', '-c', installCommand()], settings, directory);

  const sluice = join(prefix, 'bin/sluice');
  await commands.run([sluice, '--version'], {}, directory);
  await commands.run([sluice, '--help'], {}, directory);
  const template = ['batch', 'template', '--corridor', 'eur_de_iban', '--config', credentials];
  await commands.run([sluice, ...template], {}, directory);
}

function installCommand(): string {
  const [command] = /^npm pack .*$/m.exec(readFileSync(join(client, 'cli/README.md'), 'utf8')) ?? [];
  if (!command) throw new Error('The README of the command line does not say how to install it.');
  return command;
}
