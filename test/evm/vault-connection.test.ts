import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Abi, Address, Hex } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { payoutVault } from '../../contracts/payout-vault.ts';
import { sealWithRing } from '../../local/secrets/ring-credentials.ts';
import type { CompiledContract } from '../../scripts/contracts/compile.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import type { TrialPlace } from '../../shared/ports/connections.ts';
import { connectionKinds } from '../../shared/providers/connection-kinds.ts';
import { readSettings } from '../../shared/providers/connection-trials.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { createKey, readKey } from '../../shared/providers/evm/signer/key-file.ts';
import { VaultCredentials } from '../../shared/providers/evm/vault/settings.ts';
import { vaultConnection } from '../../shared/providers/evm/vault/vault-connection.ts';
import { perform } from '../support/operations.ts';
import { connectChain, ring, startReachingService } from './support/connect-chain.ts';
import { type ConnectableChain, startConnectableChain } from './support/connectable-chain.ts';
import { startKms } from './support/kms-server.ts';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';

const connection = vaultConnection(knownChains);
const here: TrialPlace = { clock: Date.now, loopback: true };
const [{ contract: usdc }] = knownChains.base.tokens;

let chain: ConnectableChain;
let liar: TamperingNode;
let honest: TamperingNode['state'];
let folder: string;
let signer: string;
let owner: Address;
let vault: Address;

beforeAll(async () => {
  chain = await startConnectableChain();
  liar = await startTamperingNode(chain.url);
  honest = { ...liar.state };
  [owner] = chain.accounts as [Address];
  folder = mkdtempSync(join(tmpdir(), 'sluice-vault-'));
  signer = join(folder, 'vault.key');
  createKey(signer);
});

afterEach(() => {
  Object.assign(liar.state, honest);
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  liar.stop();
  await chain.stop();
});

beforeEach(async () => {
  vault = await chain.deploy(payoutVault as unknown as CompiledContract, owner, readKey(signer).address);
  await govern('setLimit', usdc, 5_000_000_000n);
});

/** What the owner of the vault does, made final. */
async function govern(name: string, ...args: unknown[]): Promise<void> {
  await chain.send({ to: vault, abi: payoutVault.abi as Abi, name, args });
  await chain.finalize();
}

const settings = () => connection.settings.parse({ chain: 'base', vault });

const connect = (nodes = [chain.url, liar.url], known?: Awaited<ReturnType<typeof connection.check>>) =>
  connection.check(settings(), { nodes, signer }, here, known);

describe('a vault', () => {
  test('is connected when every node shows its code, and that the credentials sign for it', async () => {
    expect(await connect()).toEqual({
      accountId: `8453/${vault}`,
      account: { chainId: 8453, vault, vaultCodeHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      details: {
        owner,
        signer: readKey(signer).address,
        paused: false,
        limits: { USDC: '5000000000' },
        tokens: [{ name: 'USDC', contract: usdc, codeHash: expect.any(String) }],
      },
      hosts: [new URL(chain.url).host, new URL(liar.url).host],
    });
  });

  test('is what an organization has one connection a chain for', () => {
    const kind = connectionKinds.find(({ provider }) => provider === 'evm-vault');
    if (!kind) throw new Error('no kind of connection for vaults');
    expect(readSettings(kind, { chain: 'base', vault })).toEqual({
      port: 'vault',
      mode: 'live',
      slot: 'vault/base',
      settings: JSON.stringify({ chain: 'base', vault }),
    });
    expect(() => readSettings(kind, { chain: 'base', vault: vault.toLowerCase() })).toThrow();
    expect(() => readSettings(kind, { chain: 'unknown', vault })).toThrow();
  });

  test('of other code is refused: one that pays twice looks alike', async () => {
    const other = await chain.factory(...chain.treasuries);
    await chain.finalize();
    const named = connection.settings.parse({ chain: 'base', vault: other });
    await expect(connection.check(named, { nodes: [chain.url], signer }, here)).rejects.toThrow(
      `the contract at ${other} is not the PayoutVault of this release`,
    );
    const [, empty] = chain.treasuries;
    const nothing = connection.settings.parse({ chain: 'base', vault: empty });
    await expect(connection.check(nothing, { nodes: [chain.url], signer }, here)).rejects.toThrow(
      'is not the PayoutVault',
    );
  });

  test('that takes payments of another signer is refused', async () => {
    await govern('setSigner', chain.accounts[5]);
    await expect(connect()).rejects.toThrow(`takes payments of ${chain.accounts[5]}`);
  });

  test('whose key flushes deposits, by its alias in KMS, is refused', async () => {
    const kms = await startKms(generatePrivateKey(), ['alias/Sluice-prod-signer-base']);
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url);
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    await govern('setSigner', kms.address);
    const arn = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
    const asVault = (place: TrialPlace) => connection.check(settings(), { nodes: [chain.url], signer: arn }, place);
    expect(await asVault(here)).toMatchObject({ details: { signer: kms.address } });
    await expect(asVault({ ...here, stage: 'prod' })).rejects.toThrow('which is for another use');
    vi.unstubAllEnvs();
    kms.stop();
  });

  test.each<[string, Hex]>([
    ['signer()', '0x238ac933'],
    ['paused()', '0x5c975abb'],
  ])('is not connected where a node shows another %s', async (_what, selector) => {
    liar.state.tamper = ({ method, params: [call] }, answer) => {
      const { data = '' } = (call ?? {}) as { readonly data?: string };
      return method === 'eth_call' && data.startsWith(selector) ? `0x${'1'.padStart(64, '0')}` : answer;
    };
    await expect(connect()).rejects.toThrow(`nodes disagree on what ${vault} answers`);
  });
});

test('credentials without a signer are none: nothing could be paid', () => {
  expect(VaultCredentials.safeParse({ nodes: [chain.url] }).success).toBe(false);
  expect(VaultCredentials.safeParse({ nodes: [chain.url], signer }).success).toBe(true);
});

describe('a vault that is tried again', () => {
  test('shows the same account, and what its owner has changed', async () => {
    const known = await connect();
    expect(await connect([chain.url], known)).toMatchObject({ account: known.account, findings: [], notes: [] });
    await govern('setLimit', usdc, 7n);
    await govern('setPaused', true);
    const { findings } = await connect([chain.url], known);
    expect(findings).toEqual(['the vault is paused', 'the day’s limit of USDC is 7, and was 5000000000']);
  });

  test('has a signer that was replaced in the vault and in the credentials, and the account stays', async () => {
    const known = await connect();
    const other = join(folder, 'other.key');
    const { address } = createKey(other);
    await govern('setSigner', address);
    await expect(connect([chain.url], known)).rejects.toThrow('takes payments of');
    const renewed = await connection.check(settings(), { nodes: [chain.url], signer: other }, here, known);
    expect(renewed).toMatchObject({ account: known.account, details: { signer: address }, findings: [] });
  });

  test('is refused where its code is another one', async () => {
    const known = await connect();
    const code = await chain.client.getCode({ address: await chain.factory(...chain.treasuries) });
    await chain.client.setCode({ address: vault, bytecode: code ?? '0x' });
    await chain.finalize();
    await expect(connect([chain.url], known)).rejects.toThrow('is not the one that was connected');
  });
});

test('the key that flushes deposits cannot pay from a vault of the same chain: each would meet the transactions of the other', async () => {
  const service = await startReachingService();
  await connectChain(service, chain, [chain.url], signer);
  const connectionId = createIds().next('conn', Date.now());
  const credentials = JSON.stringify({ nodes: [chain.url], signer });
  const settingsOfVault = { chain: 'base', vault };
  const known = await service.runtime.connections?.read('evm-vault', settingsOfVault);
  if (!known) throw new Error('the service has no connections');
  const sealed = sealWithRing(ring, credentials, { connectionId, provider: 'evm-vault', ...known });
  const asked = {
    do: 'connect',
    connectionId,
    provider: 'evm-vault',
    settings: settingsOfVault,
    sealed,
    reason: 'test',
  };
  expect(await perform(service, 'connections', asked)).toMatchObject({
    error: { type: 'CONFLICT', detail: expect.stringContaining('use another key') },
  });
});
