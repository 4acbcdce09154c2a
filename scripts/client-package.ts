import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sluice } from '../client/src/index.ts';
import { startStack } from '../local/stack.ts';
import { installAndCall } from './client-package/command-line.ts';
import { type Consumer, installPackage } from './client-package/consumer.ts';
import { packPackage } from './client-package/pack.ts';
import { type Commands, createCommands } from './support/commands.ts';
import { installNpm, type NpmTool } from './support/npm.ts';
import { prove } from './support/prove.ts';
import { say } from './support/say.ts';

const client = join(import.meta.dirname, '../client');

/**
 * Packs the client as it would be published, and uses it like its users: checks by `publint` and `attw`, TypeScript
 * 5.4, and a signed call with `import` and with `require`, on this Node and on the oldest supported one. Then installs
 * the command line as its README says, and makes a call with it.
 */
await prove({
  deadlineMs: 420_000,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const tools = await installNpm(commands, 'client-package');
    const tarball = await packPackage(commands, client);
    await commands.run([tools.program('publint'), 'run', '--strict', tarball]);
    await commands.run([tools.program('attw'), tarball]);
    say('publint and attw find nothing');
    const consumer = await installPackage(commands, tarball, tools.program('../@types'));
    for (const project of consumer.typeProjects) {
      await commands.run([tools.program('tsc'), '--project', join(consumer.directory, project)]);
    }
    say(`TypeScript 5.4 accepts its types: ${consumer.typeProjects.join(', ')}`);

    const dataDirectory = join(commands.directory, 'data');
    const stack = await startStack({ host: '127.0.0.1', port: 0, dataDirectory, quiet: true, terminal: say });
    cleanup.add(stack.stop);
    const calls = await callByEach(commands, consumer, nodesOf(tools), stack.files.quickstart);
    await installAndCall(commands, stack.files.quickstart);
    say('the command line, installed as its README says, made a signed call');
    return `${calls} programs made a signed call with the package.`;
  },
});

/** The oldest Node comes as a package for Linux. On other systems only this Node is used. */
function nodesOf(tools: NpmTool): string[] {
  const oldest = tools.program('node');
  if (existsSync(oldest)) return [process.execPath, oldest];
  say('skipped: the call with Node 20.19, because there is no package of it for this platform');
  return [process.execPath];
}

/**
 * @returns how many programs made a call
 * @throws Error when one failed, or its money is missing
 */
async function callByEach(commands: Commands, consumer: Consumer, nodes: readonly string[], credentials: string) {
  const calls = nodes.flatMap((node) => consumer.programs.map((program) => [node, program, credentials]));
  for (const call of calls) await commands.run(call, {}, consumer.directory);
  const { available } = await new Sluice(JSON.parse(readFileSync(credentials, 'utf8'))).getBalance();
  const expected = `${calls.length * 10}.00`;
  if (available !== expected) throw new Error(`The calls funded ${available}, not ${expected}.`);
  return calls.length;
}
