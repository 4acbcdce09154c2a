import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sluice } from '../../client/src/index.ts';
import type { Stack } from '../../local/stack.ts';
import type { Commands } from '../support/commands.ts';

const root = join(import.meta.dirname, '../..');
const lines = 3;

/** Builds the command line as it would be published. @returns its program */
export async function buildCommandLine(commands: Commands): Promise<string> {
  const directory = join(commands.directory, 'command-line');
  mkdirSync(directory);
  await commands.run([process.execPath, 'build.ts'], {}, join(root, 'client/cli'));
  for (const name of ['package.json', 'dist'])
    cpSync(join(root, 'client/cli', name), join(directory, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  return join(directory, 'dist/main.js');
}

/**
 * Pays the lines of a file with the command line on a version of Node, twice. The second time nothing is sent.
 * @throws Error when a line is not exactly one payout
 */
export async function payLines(
  commands: Commands,
  stack: Stack,
  name: string,
  command: readonly string[],
): Promise<void> {
  const sluice = new Sluice(JSON.parse(readFileSync(stack.files.quickstart, 'utf8')));
  const { data } = await sluice.listOrders();
  const accountId = data[0]?.destinationAccountId;
  const run = name.replace(' ', '-').toLowerCase();
  const file = join(commands.directory, `${run}.csv`);
  const rows = Array.from({ length: lines }, (_, index) => `1.00,${accountId},${run} line ${index}`);
  writeFileSync(file, ['amount,destinationAccountId,reference', ...rows, ''].join('\n'));
  const submit = [...command, 'batch', 'submit', file, '--config', stack.files.quickstart];
  for (let time = 0; time < 2; time += 1) await commands.run(submit, {}, commands.directory);
  for (let index = 0; index < lines; index += 1) {
    const { data } = await sluice.listOrders({ reference: `${run} line ${index}` });
    if (data.length !== 1) throw new Error(`${name}: line ${index} is ${data.length} payouts.`);
  }
}
