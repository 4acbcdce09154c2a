import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Sluice } from '../client/src/index.ts';
import { type Stack, startStack } from '../local/stack.ts';
import { packPackage } from './client-package/pack.ts';
import { buildCommandLine, payLines } from './client-runtimes/command-line.ts';
import { faults, startFaultyProxy } from './client-runtimes/faulty-proxy.ts';
import { nodesOf, type Play, runtimesOf } from './client-runtimes/runtimes.ts';
import { type Commands, createCommands } from './support/commands.ts';
import { installNpm } from './support/npm.ts';
import { prove } from './support/prove.ts';
import { say } from './support/say.ts';

const programs = join(import.meta.dirname, 'client-runtimes');

/**
 * Pays with the packed client in every supported runtime, through a proxy that resets connections and that repeats,
 * truncates and replaces answers. Each payout must be made once, and the client must know about it.
 */
await prove({
  deadlineMs: 600_000,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const tool = await installNpm(commands, 'client-runtimes');
    const directory = await installPrograms(commands);
    const dataDirectory = join(commands.directory, 'data');
    const stack = await startStack({ host: '127.0.0.1', port: 0, dataDirectory, quiet: true, terminal: say });
    cleanup.add(stack.stop);
    const script = readFileSync(join(directory, 'page.js'), 'utf8');
    const proxy = await startFaultyProxy(cleanup, new URL(stack.baseUrl), { html: '<!doctype html>', script });
    const runtimes = runtimesOf(commands, tool, directory);
    for (const [name, play] of runtimes) {
      await payOnce(stack, proxy.origin, name.replace(' ', '-').toLowerCase(), play);
      say(`${name}: ${proxy.done.splice(0).length} faults, each payout made once`);
    }
    const commandLine = await buildCommandLine(commands);
    const nodes = nodesOf(tool);
    for (const [name, node] of nodes) {
      await payLines(commands, stack, name, [node, commandLine]);
      say(`${name}: the command line has paid each line of a file once`);
    }
    return `The client pays once in ${[...runtimes.keys()].join(', ')}, the command line in ${nodes.map(([name]) => name).join(', ')}.`;
  },
});

/**
 * A folder with the installed package and the programs, including one bundled into a single file for runtimes that load
 * no packages.
 */
async function installPrograms(commands: Commands): Promise<string> {
  const tarball = await packPackage(commands, join(import.meta.dirname, '../client'));
  const directory = join(commands.directory, 'runtimes');
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), '{ "private": true, "type": "module" }');
  for (const name of ['main.js', 'play.js', 'worker.capnp']) cpSync(join(programs, name), join(directory, name));
  await commands.run(['npm', 'install', '--offline', '--no-audit', '--no-fund', tarball], {}, directory);
  cpSync(join(programs, 'worker.js'), join(directory, 'in-worker.js'));
  const bundle = { bundle: true, format: 'esm', platform: 'browser' } as const;
  await build({ ...bundle, entryPoints: [join(directory, 'in-worker.js')], outfile: join(directory, 'worker.js') });
  await build({ ...bundle, entryPoints: [join(directory, 'play.js')], outfile: join(directory, 'page.js') });
  return directory;
}

/** @throws Error when a payout is missing, was made twice, or differs from what the client has reported */
async function payOnce(stack: Stack, proxy: string, name: string, play: Play): Promise<void> {
  const quickstart = JSON.parse(readFileSync(stack.files.quickstart, 'utf8'));
  const direct = new Sluice(quickstart);
  await direct.fundSandbox({ amount: '1000.00' });
  const before = await direct.getBalance();
  const amounts = Object.keys(faults).map((_, index) => `${10 + index}.00`);
  const baseUrl = new URL(new URL(stack.baseUrl).pathname, proxy).href;

  const told = await play({ name, amounts, quickstart: { ...quickstart, baseUrl } }, proxy);

  for (const [index, amount] of amounts.entries()) {
    const { data } = await direct.listOrders({ reference: `${name}-${index}` });
    const [made, ...others] = data;
    if (!made || others.length > 0 || made.payoutId !== told[index] || made.sourceAmount !== amount)
      throw new Error(`${name}: the client told of ${told[index]}, and there is ${JSON.stringify(data)}.`);
  }
  const paid = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n);
  const left = (await direct.getBalance()).available.replace('.', '');
  if (BigInt(before.available.replace('.', '')) - paid !== BigInt(left)) throw new Error(`${name}: paid another sum.`);
}
