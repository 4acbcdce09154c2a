import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getContractAddress, type Hex } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { depositFactory } from '../../contracts/deposit-factory.ts';
import { ringCredentials, sealWithRing } from '../../local/secrets/ring-credentials.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import { systemSleep } from '../../shared/ground/time/system-time.ts';
import type { TrialPlace } from '../../shared/ports/connections.ts';
import { connectionKinds } from '../../shared/providers/connection-kinds.ts';
import { connectionTrials } from '../../shared/providers/connection-trials.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { chainConnection } from '../../shared/providers/evm/connection/chain-connection.ts';
import { checkSigner, signerAccount } from '../../shared/providers/evm/connection/check-signer.ts';
import { ChainCredentials } from '../../shared/providers/evm/connection/settings.ts';
import { depositAddress, depositSalt } from '../../shared/providers/evm/deposit-contracts.ts';
import { routedFlushes } from '../../shared/providers/evm/flushing/routed-flushes.ts';
import { createKey } from '../../shared/providers/evm/signer/key-file.ts';
import { agreed } from '../support/connections.ts';
import { performed } from '../support/operations.ts';
import { testKeys } from '../support/secrets.ts';
import { TestService } from '../support/service.ts';
import { type ConnectableChain, startConnectableChain } from './support/connectable-chain.ts';
import { startKms } from './support/kms-server.ts';

/** Of the second account that anvil has, which is the treasury. */
const treasuryKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const arn = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const connection = chainConnection(knownChains);
const here: TrialPlace = { clock: Date.now, loopback: true };
let chain: ConnectableChain;
let kms: Awaited<ReturnType<typeof startKms>>;
let folder: string;

beforeAll(async () => {
  [chain, kms] = await Promise.all([startConnectableChain(), startKms(generatePrivateKey())]);
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  folder = mkdtempSync(join(tmpdir(), 'sluice-signer-'));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  kms.stop();
  await chain.stop();
});

function keyFile(name: string, key: Hex): string {
  const file = join(folder, name);
  writeFileSync(file, key, { mode: 0o600 });
  return file;
}

function connectedFactory() {
  const [treasury, secondTreasury] = chain.treasuries;
  return { factory: chain.settings.factory, treasury, secondTreasury };
}

describe('a signer of a connection', () => {
  const settings = () => connection.settings.parse(chain.settings);
  const detailsWith = async (signer?: string, place = here) =>
    (await connection.check(settings(), { nodes: [chain.url], signer }, place)).details;

  test('shows its account when the chain is connected, beside an account that is the same with every signer', async () => {
    const file = join(folder, 'shown.key');
    const { address } = createKey(file);
    expect(await detailsWith(file)).toMatchObject({ signer: address });
    expect(await detailsWith(arn)).toMatchObject({ signer: kms.address });
    expect(await detailsWith()).not.toHaveProperty('signer');
    const accounts = [undefined, file, arn].map(async (signer) => {
      return (await connection.check(settings(), { nodes: [chain.url], signer }, here)).account;
    });
    const [without, ...others] = await Promise.all(accounts);
    expect(others).toEqual([without, without]);
  });

  test('is named by an ARN or by the path of a file', () => {
    const named = (signer: string) => ChainCredentials.safeParse({ nodes: [chain.url], signer }).success;
    expect([arn, '/keys/signer'].map(named)).toEqual([true, true]);
    expect(['', 'signer.key', 'arn:aws:s3:::bucket', 'alias/signer'].map(named)).toEqual(Array(4).fill(false));
  });

  test('is not a treasury, because functions of the service may sign with it', async () => {
    await expect(detailsWith(keyFile('treasury.key', treasuryKey))).rejects.toThrow('is a treasury');
  });

  test('is not the deployer, whose first contract is the factory on every chain', async () => {
    const file = join(folder, 'deployer.key');
    const factory = getContractAddress({ from: createKey(file).address, nonce: 0n });
    await expect(checkSigner(file, { ...connectedFactory(), factory }, here)).rejects.toThrow(
      'has deployed the factory',
    );
  });

  test('that shows no account is refused, with the reason', async () => {
    await expect(detailsWith(join(folder, 'missing.key'))).rejects.toThrow(
      /^the signer shows no account: .*missing\.key/,
    );
    const open = keyFile('open.key', generatePrivateKey());
    chmodSync(open, 0o644);
    await expect(detailsWith(open)).rejects.toThrow(/^the signer shows no account: .*open\.key/);
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', 'http://127.0.0.1:9');
    await expect(detailsWith(arn)).rejects.toThrow('the signer shows no account');
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url);
  });

  test('is a file on one machine alone', async () => {
    const factory = connectedFactory();
    await expect(checkSigner('/keys/signer', factory, { loopback: false })).rejects.toThrow('is a key of KMS');
    expect(await checkSigner(arn, factory, { loopback: false })).toBe(kms.address);
  });
});

describe('a key of KMS', () => {
  const [forDeposits, forVaults] = ['alias/Sluice-prod-signer-base', 'alias/Sluice-prod-vault-base'];
  const place = { loopback: false, stage: 'prod' };

  async function whileNamed<T>(aliases: string[], work: () => Promise<T>): Promise<T> {
    const named = await startKms(generatePrivateKey(), aliases);
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', named.url);
    try {
      return await work();
    } finally {
      vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url);
      named.stop();
    }
  }

  test.each([
    ['signer', [forDeposits]],
    ['vault', [forVaults, 'alias/treasury', 'alias/Sluice-dev-signer-base']],
  ] as const)('with an alias for its use is a %s', async (use, aliases) => {
    const account = await whileNamed([...aliases], () => signerAccount(arn, use, place));
    expect(account).toMatch(/^0x/);
  });

  test.each([
    ['signer', [], `has no alias alias/Sluice-prod-signer-*`],
    ['vault', ['alias/Sluice-dev-vault-base'], `has no alias alias/Sluice-prod-vault-*`],
    ['vault', [forDeposits], `has the alias ${forDeposits}, which is for another use`],
    ['signer', [forVaults], `has the alias ${forVaults}, which is for another use`],
    ['vault', [forVaults, forDeposits], `has the alias ${forDeposits}, which is for another use`],
  ] as const)('that is to be a %s and is named %j is refused', async (use, aliases, reason) => {
    await expect(whileNamed([...aliases], () => signerAccount(arn, use, place))).rejects.toThrow(reason);
  });

  test('of a vault cannot flush deposits', async () => {
    const trial = { ...here, stage: 'prod' };
    const settings = connection.settings.parse(chain.settings);
    const connecting = () => connection.check(settings, { nodes: [chain.url], signer: arn }, trial);
    await expect(whileNamed([forVaults], connecting)).rejects.toThrow('which is for another use');
    expect(await whileNamed([forDeposits], connecting)).toMatchObject({ details: { signer: expect.any(String) } });
  });

  test('whose aliases cannot be read is refused', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', 'http://127.0.0.1:9');
    await expect(signerAccount(arn, 'vault', place)).rejects.toThrow('the aliases of the signer’s key cannot be read');
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url);
  });
});

describe('deposits of a connection', () => {
  const ring = { sealingKeys: testKeys() };
  const reason = 'as agreed';
  const { contract: token } = knownChains.base.tokens[0];
  let service: TestService;

  beforeEach(async () => {
    service = await TestService.start({ connections: connectionTrials(ringCredentials(ring), here, connectionKinds) });
  });

  async function sealed(connectionId: string, credentials: object): Promise<string> {
    const known = await service.runtime.connections?.read('evm', chain.settings);
    if (!known) throw new Error('the service has no connections');
    return sealWithRing(ring, JSON.stringify(credentials), { connectionId, provider: 'evm', ...known });
  }

  async function connected(credentials: object): Promise<string> {
    const connectionId = createIds().next('conn', Date.now());
    const settings = chain.settings;
    const text = await sealed(connectionId, credentials);
    await agreed(service, { do: 'connect', connectionId, provider: 'evm', settings, sealed: text, reason });
    return connectionId;
  }

  async function paid(payoutId: string): Promise<void> {
    const { abi } = chain.token('TestToken');
    const implementation = await chain.client.readContract({
      address: chain.settings.factory,
      abi: depositFactory.abi,
      functionName: 'implementation',
    });
    const deposit = depositAddress(chain.settings.factory, implementation, depositSalt(payoutId));
    await chain.send({ to: token, abi, name: 'mint', args: [deposit, 5_000_000n] });
    await chain.finalize();
  }

  const flushing = (payoutId: string) => {
    const { store, clock, ids, log } = service.runtime;
    const secrets = ringCredentials(ring);
    const flusher = routedFlushes({ store, clock, ids, log, sleep: systemSleep, secrets, loopback: true });
    const order = { payoutIds: [payoutId] };
    return (connectionId: string) => flusher.flush({ connectionId, contract: token }, order);
  };

  test('are flushed by its signer, a key of KMS, and by none while it is halted', async () => {
    await chain.client.setBalance({ address: kms.address, value: 10n ** 18n });
    const connectionId = await connected({ nodes: [chain.url], signer: arn });
    await paid('routed');
    const flush = flushing('routed');
    await performed(service, 'connections', { do: 'halt', connectionId, reason });
    expect(await flush(connectionId)).toMatchObject({ hindrance: 'halted' });
    expect(await chain.client.getTransactionCount({ address: kms.address })).toBe(0);
    await agreed(service, { do: 'resume', connectionId, reason });
    expect(await flush(connectionId)).toMatchObject({ deposits: [{ status: 'sent' }] });
    await chain.finalize();
    expect(await flush(connectionId)).toMatchObject({ deposits: [{ status: 'flushed' }] });
    expect(await chain.client.getTransactionCount({ address: kms.address })).toBe(1);
    expect(kms.calls.filter((action) => action === 'Sign')).toHaveLength(1);
  });

  test('are flushed by another signer after the credentials were renewed, which two operators see', async () => {
    const connectionId = await connected({ nodes: [chain.url] });
    await paid('renewed');
    const unsigned = { deposits: [{ status: 'waiting', held: 5_000_000n }], hindrance: 'unsigned' };
    expect(await flushing('renewed')(connectionId)).toMatchObject(unsigned);
    const file = join(folder, 'renewed.key');
    const { address } = createKey(file);
    await chain.client.setBalance({ address, value: 10n ** 18n });
    const text = await sealed(connectionId, { nodes: [chain.url], signer: file });
    const renewed = await agreed(service, { do: 'renew', connectionId, sealed: text, reason });
    expect(renewed).toMatchObject({ input: { details: { signer: address } } });
    await flushing('renewed')(connectionId);
    await chain.finalize();
    expect(await chain.client.getTransactionCount({ address })).toBe(1);
  });
});
