import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startAnvil } from '../../../local/chain/anvil.ts';
import { anvilArguments, anvilCommand } from '../../../local/chain/anvil-command.ts';
import { deployChain } from '../../../local/chain/deploy.ts';
import { DevelopmentNode } from '../../../local/chain/development-node.ts';
import { watchFinality } from '../../../local/chain/watch-finality.ts';
import { knownChains } from '../../../shared/providers/evm/chains.ts';
import { chainConnection } from '../../../shared/providers/evm/connection/chain-connection.ts';
import { chainIn } from '../../../shared/providers/evm/connection/settings.ts';
import { runProgram } from './run-program.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'sluice-'));
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

const start = (url: string) => runProgram('local/start.mjs', '--port', '0', '--data', dataDirectory, '--chain', url);

describe('npm start with a node that cannot be used says so and ends', { timeout: 60_000 }, () => {
  test('where nothing answers', async () => {
    const url = 'http://127.0.0.1:9';
    const said = `No chain node answers at ${url}. Start one: npx anvil --block-time 1 --slots-in-an-epoch 1 --port 9\n`;
    expect(await start(url)).toEqual({ code: 1, output: said });
    expect(readdirSync(dataDirectory)).not.toContain('chain');
    expect(readdirSync(dataDirectory)).not.toContain('lock');
  });

  test('where something else answers', async () => {
    const server = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await start(url)).toEqual({
      code: 1,
      output: expect.stringContaining(`No chain node answers at ${url}.`),
    });
    server.close();
  });

  test.each([
    [['--chain-id', '8453'], 'has the chain id of base (8453). --chain accepts only a development chain.'],
    [['--accounts', '2'], 'signs for 2 accounts, but 3 are needed.'],
  ])('where the node is started with %j', async (args, said) => {
    const node = await startAnvil(...anvilArguments, ...args);
    expect(await start(node.url)).toEqual({
      code: 1,
      output: expect.stringContaining(`The node at ${node.url} ${said}`),
    });
    await node.stop();
  });
});

describe('a node as anvil starts it by default', { timeout: 60_000 }, () => {
  test('has the treasury proven at once, though 64 blocks have to follow', async () => {
    const anvil = await startAnvil();
    const node = await DevelopmentNode.reach(anvil.url);
    const { block } = await deployChain(node);
    expect(await node.hasBlock(block)).toBe(true);
    expect(await node.hasBlock(`0x${'1'.repeat(64)}`)).toBe(false);
    await anvil.stop();
  });

  test('is named once while its final block stands still, and again after it went on', async () => {
    const anvil = await startAnvil('--slots-in-an-epoch', '1');
    const node = await DevelopmentNode.reach(anvil.url);
    const { block } = await deployChain(node);
    const final = await node.finalBlock();
    const said: string[] = [];
    const watch = watchFinality(node, block, (line) => said.push(line), { every: 20, patience: 200 });
    const standsStill = (number: number) =>
      `The final block of ${anvil.url} has been ${number} for a minute, and only what is final funds a payout. Start the node with ${anvilCommand(anvil.url)}`;
    await expect.poll(() => said).toEqual([standsStill(final)]);
    await node.finalize(final + 1);
    await expect.poll(() => said).toEqual([standsStill(final), standsStill(final + 1)]);
    await anvil.stop();
    const isSilent = `The node at ${anvil.url} does not answer. Payouts are funded once it does.`;
    await expect.poll(() => said.at(-1)).toBe(isSilent);
    const anew = await startAnvil('--slots-in-an-epoch', '1', '--port', new URL(anvil.url).port);
    await expect.poll(() => said.at(-1)).toContain('was restarted and is empty. Start over too');
    watch.stop();
    await anew.stop();
    expect(said).toHaveLength(4);
  });
});

describe('a development chain', () => {
  test('is none of a stage: neither a connection nor a row of one can name it', () => {
    const settings = { chain: 'development', factory: `0x${'Aa'.repeat(20)}`, proof: {} };
    const { error } = chainConnection(knownChains).settings.safeParse(settings);
    expect(error?.issues.map(({ path }) => path[0])).toContain('chain');
    expect(() => chainIn(JSON.stringify(settings))).toThrow('Invalid option: expected one of');
  });
});
