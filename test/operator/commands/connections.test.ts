import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readArguments } from '../../../operator/arguments.ts';
import { runCommand, type Terminal } from '../../../operator/run.ts';
import { localTarget } from '../../../operator/target/local-target.ts';
import { UsageError } from '../../../operator/usage-error.ts';
import { type ConnectableChain, startConnectableChain } from '../../evm/support/connectable-chain.ts';
import { root } from '../../support/imports.ts';
import { startTestStack, type TestStack } from '../../support/stack.ts';

let chain: ConnectableChain;
let stack: TestStack;
let folder: string;

beforeAll(async () => {
  [chain, stack] = await Promise.all([startConnectableChain(), startTestStack()]);
}, 60_000);

afterAll(async () => {
  await Promise.all([chain?.stop(), stack?.[Symbol.asyncDispose]()]);
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-connections-'));
  return () => rmSync(folder, { recursive: true });
});

/** Performs a command on the running stack, as an operator of that name. */
async function ops(operator: string, ...args: string[]) {
  const [printed, noted]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => void printed.push(line), note: (line: string) => void noted.push(line) };
  const code = await perform(operator, args, { ...terminal, confirm: undefined }).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    noted.push(error.message);
    return 2;
  });
  return { code, out: printed.join('\n'), err: noted.join('\n') };
}

async function perform(operator: string, args: string[], terminal: Terminal): Promise<number> {
  const wanted = readArguments([...args, '--data', stack.dataDirectory, '--as', operator, '--yes']);
  if (typeof wanted === 'string') throw new Error(wanted);
  return runCommand(wanted, localTarget(stack.dataDirectory, operator), terminal);
}

/** The same command line as a process of its own. */
async function run(operator: string, ...args: string[]) {
  const words = [...args, '--data', stack.dataDirectory, '--as', operator, '--yes'];
  const child = spawn(process.execPath, [join(root, 'operator/main.ts'), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

const answered = async (operator: string, ...args: string[]) => {
  const { code, out, err } = await ops(operator, ...args, '--json');
  expect(code, err + out).toBe(0);
  return JSON.parse(out);
};

/** A file for its owner alone. */
function secretFile(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  return file;
}

const credentials = (url = chain.url) => secretFile('credentials.json', { nodes: [`${url}/?key=very-secret`] });
const connecting = (settings: object = chain.settings, file = credentials()) => [
  ...['connect', 'evm', '--settings', secretFile('settings.json', settings)],
  ...['--credentials', file, '--reason', 'the first chain'],
];
const because = ['--reason', 'as agreed'];

let made: string | undefined;

/** The connection to the chain, which has one for good. */
async function connected(): Promise<string> {
  if (made !== undefined) return made;
  const { proposalId, input } = await answered('ada', ...connecting());
  await answered('ben', 'confirm', 'stage', proposalId);
  made = input.connectionId as string;
  return made;
}

const connectionOf = async (connectionId: string) =>
  (await answered('ada', 'connections')).connections.find(
    (one: { connectionId: string }) => one.connectionId === connectionId,
  );

describe('a connection', () => {
  test('is tried, proposed by one operator with the account that was found, and made by another', async () => {
    const proposed = await answered('ada', ...connecting());
    expect(JSON.stringify(proposed)).not.toContain('very-secret');
    const { connectionId } = proposed.input;
    expect(proposed).toMatchObject({
      status: 'open',
      operation: 'connect',
      proposedBy: `operator:${userInfo().username}/ada`,
      input: {
        slot: 'chain/base',
        account: { chainId: 8453, factory: chain.settings.factory, treasury: chain.treasuries[0] },
        hosts: [new URL(chain.url).host],
        sealed: expect.stringMatching(/^sha256:/),
      },
    });
    expect(await connectionOf(connectionId)).toBeUndefined();
    const alone = await run('ada', 'confirm', 'stage', proposed.proposalId);
    expect(alone).toMatchObject({ code: 1, err: expect.stringContaining('FORBIDDEN') });
    const told = await run('ben', 'confirm', 'stage', proposed.proposalId);
    // The second operator is shown what the service has found before it takes effect.
    expect(told).toMatchObject({ code: 0, err: expect.stringContaining(`treasury: ${chain.treasuries[0]}`) });
    expect(await connectionOf(connectionId)).toMatchObject({ provider: 'evm', port: 'chain', mode: 'live' });
    made = connectionId;
    const again = await ops('ada', ...connecting());
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining(`${connectionId} already uses this account`) });
  });

  test('tells its credentials nowhere: not on the terminal, in the table or in the log', async () => {
    const { out, err } = await ops('ada', ...connecting());
    const connectionId = await connected();
    const listed = JSON.stringify(await connectionOf(connectionId));
    const log = readFileSync(join(stack.dataDirectory, 'sluice.log'), 'utf8');
    for (const place of [out, err, listed, log, stack.output()]) expect(place).not.toContain('very-secret');
    const refused = await ops('ada', ...connecting(chain.settings, credentials('http://127.0.0.1:9')));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('127.0.0.1:9 did not answer') });
    expect(refused.err + refused.out).not.toContain('very-secret');
  });

  test('that does not hold is not even proposed', async () => {
    const { flushed } = chain.settings.proof;
    const unproven = { ...chain.settings, proof: { flushed, returned: flushed } };
    const { code, err } = await ops('ada', ...connecting(unproven));
    expect([code, err]).toEqual([1, expect.stringContaining('did not send the token on')]);
    expect(err).not.toContain('confirm');
  });

  test('is ended by two operators, once, and begun again by two', async () => {
    const connectionId = await connected();
    const { proposalId } = await answered('ada', 'disconnect', connectionId, ...because);
    expect(await connectionOf(connectionId)).not.toHaveProperty('disabledAt');
    await answered('ben', 'confirm', 'stage', proposalId);
    expect(await connectionOf(connectionId)).toHaveProperty('disabledAt');
    const again = await ops('ada', 'disconnect', connectionId, ...because);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('there is nothing to do') });
    const reconnected = await answered('ada', 'reconnect', connectionId, ...because);
    await answered('ben', 'confirm', 'stage', reconnected.proposalId);
    expect(await connectionOf(connectionId)).not.toHaveProperty('disabledAt');
  });

  test('is halted by one operator at once, and resumed by two', async () => {
    const connectionId = await connected();
    expect(await answered('ada', 'halt-connection', connectionId, ...because)).toHaveProperty('haltedAt');
    const { proposalId } = await answered('ada', 'resume-connection', connectionId, ...because);
    expect(await connectionOf(connectionId)).toHaveProperty('haltedAt');
    await answered('ben', 'confirm', 'stage', proposalId);
    expect(await connectionOf(connectionId)).not.toHaveProperty('haltedAt');
  });

  test('is tried again: the answer says what has changed', async () => {
    const connectionId = await connected();
    expect(await answered('ada', 'check-connection', connectionId)).toMatchObject({ connectionId, findings: [] });
    const code = await chain.client.getCode({ address: chain.settings.factory });
    await chain.client.setCode({ address: chain.settings.factory, bytecode: '0x60' });
    await chain.finalize();
    const checked = await ops('ada', 'check-connection', connectionId);
    expect(checked).toMatchObject({ code: 1, out: expect.stringContaining('is not the one that was connected') });
    await chain.client.setCode({ address: chain.settings.factory, bytecode: code ?? '0x' });
    await chain.finalize();
  });

  test('takes other credentials of the same account alone', async () => {
    const connectionId = await connected();
    const file = secretFile('new.json', { nodes: [`${chain.url}/?key=new`] });
    const { proposalId } = await answered('ada', 'renew-credentials', connectionId, '--credentials', file, ...because);
    await answered('ben', 'confirm', 'stage', proposalId);
    expect(await answered('ada', 'check-connection', connectionId)).toMatchObject({ findings: [] });
  });

  test('serves an organization of its own mode once two operators have named it', async () => {
    const connectionId = await connected();
    const sandbox = await ops('ada', 'use-connection', stack.organizationId, connectionId, ...because);
    expect(sandbox).toMatchObject({ code: 1, err: expect.stringContaining('for live organizations') });
    const customer = ['--reference', 'crm-1', '--name', 'Example', '--owner', 'local-owner'];
    const { liveId: live } = await answered('ada', 'create-organization', ...customer);
    const { proposalId } = await answered('ada', 'use-connection', live, connectionId, ...because);
    const confirmed = await answered('ben', 'confirm', live, proposalId);
    expect(confirmed.result).toEqual({ organizationId: live, connections: { 'chain/base': connectionId } });
  });
});

describe('before anything is sent', () => {
  test('credentials that others can read are refused, and so is what is no file, too large or no JSON', async () => {
    const file = credentials();
    chmodSync(file, 0o644);
    const refused = async (path: string) => (await ops('ada', ...connecting(chain.settings, path))).err;
    expect(await refused(file)).toContain(`chmod 600 ${file}`);
    expect(await refused(join(folder, 'nothing'))).toContain('does not exist');
    expect(await refused(secretFile('large.json', 'x'.repeat(4_096)))).toContain('more than 4096 bytes');
    const broken = secretFile('broken.json', '');
    writeFileSync(broken, '{very-secret');
    const err = await refused(broken);
    expect(err).toContain('is not JSON');
    expect(err).not.toContain('very-secret');
  });

  test('an operator whom the user plays has a plain name', async () => {
    const { code, err } = await ops('a b', 'connections');
    expect([code, err]).toEqual([1, expect.stringContaining('UNAUTHORIZED')]);
  });

  test('settings that the provider does not have are refused by name', async () => {
    const { err } = await ops('ada', ...connecting({ ...chain.settings, chain: 'tron' }));
    expect(err).toContain('settings.chain');
  });
});
