import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Address, parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { depositFactory } from '../../contracts/deposit-factory.ts';
import { payoutVault } from '../../contracts/payout-vault.ts';
import { readOptions } from '../../scripts/chain/options.ts';
import { createKey, readKey } from '../../shared/providers/evm/signer/key-file.ts';
import { root } from '../support/imports.ts';
import { type Chain, startChain } from './support/chain.ts';

let chain: Chain;
let treasury: Address;
let second: Address;
let folder: string;
let keyFile: string;
let deployer: Address;

beforeAll(async () => {
  chain = await startChain();
  [, treasury, second] = chain.accounts as [Address, Address, Address];
});

afterAll(() => chain.stop());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-chain-'));
  keyFile = join(folder, 'deployer.key');
  deployer = createKey(keyFile).address;
  await chain.client.setBalance({ address: deployer, value: parseEther('1') });
  return () => rmSync(folder, { recursive: true });
});

function start(...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'scripts/chain.ts'), ...args]);
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { child, ended: ended.then(([[code], stdout, stderr]) => ({ code: code as number, stdout, stderr })) };
}

const run = (...args: string[]) => start(...args).ended;
const deployment = (...more: string[]) => [
  ...['deploy', '--node', chain.url, '--key-file', keyFile],
  ...['--treasury', treasury, '--second-treasury', second, ...more],
];
const sentBy = (address: Address) => chain.client.getTransactionCount({ address });
const factoryIn = (stdout: string) => /^factory +(0x\w+)$/m.exec(stdout)?.[1] as Address;

describe('a new key', () => {
  test('is for its owner alone, and never replaces another', async () => {
    const file = join(folder, 'new.key');
    const { stdout } = await run('new-key', file);
    const key = readFileSync(file, 'utf8');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(key).toMatch(/^0x[0-9a-f]{64}\n$/);
    expect(stdout).toContain(readKey(file).address);
    expect(stdout).not.toContain(key.trim());
    expect(await run('new-key', file)).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
    expect(readFileSync(file, 'utf8')).toBe(key);
  });
});

describe('the factory', () => {
  test('is the first transaction of its deployer, pays its treasuries, and is deployed once', async () => {
    const first = await run(...deployment('--yes'));
    expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Deployed.') });
    const address = factoryIn(first.stdout);
    const read = (functionName: 'treasury' | 'secondTreasury') =>
      chain.client.readContract({ address, abi: depositFactory.abi, functionName });
    expect([await read('treasury'), await read('secondTreasury')]).toEqual([treasury, second]);

    const again = await run(...deployment('--yes'));
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('It was already deployed.') });
    expect(factoryIn(again.stdout)).toBe(address);
    expect(await sentBy(deployer)).toBe(1);
  });

  test('is gone on with by whoever was killed before it was mined', async () => {
    await chain.client.setAutomine(false);
    try {
      const { child, ended } = start(...deployment('--yes'));
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await ended;
      const next = start(...deployment('--yes'));
      await chain.client.mine({ blocks: 1 });
      expect(await next.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('It was already deployed.') });
      expect(await sentBy(deployer)).toBe(1);
    } finally {
      await chain.client.setAutomine(true);
    }
  });

  test('of other treasuries needs another key', async () => {
    await run(...deployment('--yes'));
    const other = await run(
      ...deployment('--yes').map((word) => (word === second ? (chain.accounts[3] as string) : word)),
    );
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining(`pays ${treasury} and ${second}`) });
  });

  test('is not deployed by a key that has sent something else', async () => {
    await chain.client.impersonateAccount({ address: deployer });
    await chain.client.sendTransaction({ account: deployer, to: treasury, value: 1n });
    expect(await run(...deployment('--yes'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has already sent another transaction on chain 31337'),
    });
    expect(await sentBy(deployer)).toBe(1);
  });

  test('costs the deployer, who is told how much is missing', async () => {
    await chain.client.setBalance({ address: deployer, value: 1n });
    expect(await run(...deployment('--yes'))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/has 0\.000000000000000001 of the chain's coin, and needs up to 0\.\d+/),
    });
  });
});

describe('a vault', () => {
  const [owner, signer] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'];
  const ofVault = (...more: string[]) => [
    ...['deploy-vault', '--node', chain.url, '--key-file', keyFile],
    ...['--owner', owner, '--signer', signer, ...more],
  ];
  const vaultIn = (stdout: string) => /^vault +(0x\w+)$/m.exec(stdout)?.[1] as Address;

  test('is deployed once, with the owner and the signer that were named', async () => {
    const { code, stdout } = await run(...ofVault('--yes'));
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('pays nothing until its owner'),
    });
    const read = (functionName: 'owner' | 'signer') =>
      chain.client.readContract({ address: vaultIn(stdout), abi: payoutVault.abi, functionName });
    expect([await read('owner'), await read('signer')]).toEqual([owner, signer]);
    expect(await run(...ofVault('--yes'))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('was already deployed'),
    });
    expect(await sentBy(deployer)).toBe(1);
    const swapped = ofVault('--yes').map((word) => (word === owner ? (chain.accounts[5] as string) : word));
    expect(await run(...swapped)).toMatchObject({ code: 1, stderr: expect.stringContaining(`has the owner ${owner}`) });
  });

  test('is not deployed with one address for both, nor before the number of the chain was typed', async () => {
    const one = ofVault('--yes').map((word) => (word === signer ? owner : word));
    expect(await run(...one)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The signer must not be the owner'),
    });
    const { child, ended } = start(...ofVault());
    child.stdin.end('no\n');
    expect(await ended).toMatchObject({ code: 1, stdout: expect.stringContaining(`owner     ${owner}`) });
    expect(await sentBy(deployer)).toBe(0);
  });
});

describe('before anything is sent', () => {
  test('everything is shown, and the number of the chain is asked for', async () => {
    const { child, ended } = start(...deployment());
    child.stdin.end('31337\n');
    const { code, stdout } = await ended;
    expect(stdout).toContain(`treasury         ${treasury} (no contract on this chain: its key must be yours)`);
    expect(stdout).toMatch(/cost {13}up to 0\.\d+ of the chain's coin/);
    expect(code).toBe(0);
  });

  test.each(['no\n', '1\n', ''])('another answer (%j) sends nothing', async (answer) => {
    const { child, ended } = start(...deployment());
    child.stdin.end(answer);
    expect(await ended).toMatchObject({ code: 1, stdout: expect.stringContaining('Nothing was sent.') });
    expect(await sentBy(deployer)).toBe(0);
  });

  test.each<[string, (args: string[]) => string[], RegExp]>([
    [
      'a treasury without a checksum',
      (args) => args.map((word) => word.replace(treasury, treasury.toLowerCase())),
      /no valid checksum/,
    ],
    ['one that is no address', (args) => args.map((word) => word.replace(treasury, 'me')), /is not an address/],
    ['the zero address', (args) => args.map((word) => word.replace(treasury, `0x${'0'.repeat(40)}`)), /zero address/],
    ['one treasury twice', (args) => args.map((word) => word.replace(treasury, second)), /the same address/],
    [
      'http to another machine',
      (args) => args.map((word) => word.replace(chain.url, 'http://node.example')),
      /https URL/,
    ],
    [
      'no key file',
      (args) => args.filter((word) => word !== '--key-file' && word !== keyFile),
      /--key-file is missing/,
    ],
    ['another word', (args) => ['destroy', ...args.slice(1)], /`deploy`, `deploy-vault`, `new-key FILE` or/],
  ])('%s is refused', (_what, changed, sentence) => {
    expect(() => readOptions(changed(deployment('--yes')))).toThrow(sentence);
  });

  test('a mistake on the command line ends it with 2, and says how it is used', async () => {
    const { code, stderr } = await run('deploy');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^--treasury is missing\.\n\nDeploys the contract/);
  });

  test('a key that others can read is refused, and so is a file that holds none', () => {
    chmodSync(keyFile, 0o644);
    expect(() => readKey(keyFile)).toThrow(`chmod 600 ${keyFile}`);
    chmodSync(keyFile, 0o600);
    writeFileSync(keyFile, 'secret');
    expect(() => readKey(keyFile)).toThrow(/^\S+ does not hold 0x and 64 hexadecimal digits\.$/);
    expect(() => readKey(folder)).toThrow('is not a file with text');
    expect(() => readKey(join(folder, 'none'))).toThrow('Make one: npm run chain -- new-key');
  });

  test('a node that is not there is named without its key', async () => {
    const down = 'http://127.0.0.1:9/v2/api-key';
    const { code, stdout, stderr } = await run(...deployment('--yes').map((word) => word.replace(chain.url, down)));
    expect(code).toBe(1);
    expect(stderr).toContain('The node did not do it');
    expect(stdout + stderr).not.toContain('api-key');
  });
});
