import { beforeAll, describe, expect, test } from 'vitest';
import { discoverOperations } from '../../functions/discover.ts';
import { readArguments } from '../../operator/arguments.ts';
import { commandLineOf } from '../../operator/command-line.ts';
import { commands } from '../../operator/commands/all.ts';
import { runCommand } from '../../operator/run.ts';
import type { Target } from '../../operator/target/target.ts';
import { UsageError } from '../../operator/usage-error.ts';
import { governed } from '../shared/payouts/policy/support.ts';
import { performed } from '../support/operations.ts';
import { newKeyPair } from '../support/public-keys.ts';
import { TestService } from '../support/service.ts';

const places: Readonly<Record<string, string>> = {
  ORGANIZATION: 'org',
  PROPOSAL: 'prop_1',
  PAYOUT: 'po_1',
  CONNECTION: `conn_${'0'.repeat(25)}`,
  PROVIDER: 'evm',
  AMOUNT: '1.00',
  CURRENCY: 'USD',
};
function positionalsOf(name: string): string[] {
  const command = commands[name];
  const { positionals } = command ? commandLineOf(name, command) : { positionals: [] };
  return positionals.map((place) => places[place] ?? place.split('|')[0] ?? '');
}

/** What a command sends; it throws where it is refused before. */
async function sentBy(...args: string[]): Promise<string[]> {
  const wanted = readArguments([...args, '--yes']);
  if (typeof wanted === 'string') throw new Error(wanted);
  const sent: string[] = [];
  const target: Target = {
    name: 'the test',
    seal: async (text) => text,
    perform: async (name) => {
      sent.push(name);
      return { result: { proposals: [] } };
    },
  };
  await runCommand(wanted, target, { print: () => {}, note: () => {}, confirm: undefined });
  return sent;
}

/** Nothing was sent. Whatever else goes wrong fails the test. */
function refused(error: unknown): string[] {
  if (error instanceof UsageError) return [];
  throw error;
}

const changing = (await discoverOperations()).map(({ declaration }) => declaration);

describe('before it is sent', () => {
  test('every command that its options have to give something to do is refused without them', async () => {
    const without = await Promise.all(
      Object.entries(commands)
        .filter(([name, command]) => {
          const { operation, options } = commandLineOf(name, command);
          const { tableAccess } = changing.find((one) => one.name === operation) ?? {};
          return tableAccess !== 'read' && Object.keys(options).length > 0;
        })
        .map(async ([name]) => {
          const sent = await sentBy(name, ...positionalsOf(name)).catch(refused);
          return sent.length > 0 ? [name] : [];
        }),
    );
    // Their options only say otherwise.
    expect(without.flat().sort()).toEqual(['confirm', 'connections', 'rescreen', 'screen', 'verify']);
  });

  test.each([
    [['features', 'org', '--on', 'developer', '--off', 'developer'], 'off: names a feature that is also in on'],
    [['features', 'org'], 'on: names no feature'],
    [['features', 'org', '--on', 'telepathy'], 'on[0]: is not one of'],
    [['limits', 'org'], 'limits: names no cap'],
    [['limits', 'org', '--single', 'much'], 'limits.single: '],
    [
      ['members', 'org', '--add', 'ada@example.com', '--email', 'a@example.com', '--reason', 'x'],
      'userId: is not a user id',
    ],
    [
      ['create-organization', '--reference', 'r', '--name', 'n', '--owner-id', 'ada', '--owner-email', 'ada'],
      'owner.email: ',
    ],
  ])('%j is refused by name', async (args, message) => {
    await expect(sentBy(...args)).rejects.toThrow(message);
    await expect(sentBy(...args)).rejects.toThrow('Nothing was sent.');
  });

  test.each([
    [['features', 'org', '--off', 'developer'], ['features']],
    [['limits', 'org', '--velocity', 'none'], ['limits']],
    [['limits', 'org', '--daily', '10.00'], ['limits']],
    [['suspend', 'org'], ['suspend']],
  ])('%j is sent', async (args, sent) => {
    expect(await sentBy(...args)).toEqual(sent);
  });
});

describe('a repeat after a lost answer is not refused', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ rateLimitOverride: 10_000 });
  });

  type Scene = Awaited<ReturnType<typeof governed>>;
  const reason = 'asked for by the owner, called back';

  /** What says by itself what is to be. Others have a key, a reference or an id that is used once, or only read. */
  const inputs: Readonly<Record<string, (scene: Scene) => object>> = {
    'create-organization': () => ({
      reference: 'repeated',
      name: 'Example',
      owner: { userId: 'user-ada', email: 'ada@example.com' },
    }),
    features: () => ({ on: ['developer'] }),
    limits: () => ({ limits: { single: '10.00' } }),
    members: ({ owner }) => ({
      userId: 'new',
      email: 'New@example.com',
      role: 'owner',
      replaces: owner.userId,
      reason,
    }),
    'reset-approvers': ({ voters }) => ({ approvers: voters.map(({ userId }) => userId), reason }),
    resume: () => ({}),
    suspend: () => ({}),
    'issue-api-key': ({ owner }) => ({
      for: owner.userId,
      name: 'till',
      scopes: ['read'],
      publicKey: newKeyPair().publicKey,
    }),
  };

  test.each(Object.keys(inputs))('%s', async (name) => {
    const scene = await governed(service);
    const organizationId = name === 'create-organization' ? {} : { organizationId: scene.of.organizationId };
    const input = { ...organizationId, ...inputs[name]?.(scene) };
    const first = await performed(service, name, input);
    const again = await performed(service, name, input);
    // A key that is registered twice is two keys.
    if (name !== 'issue-api-key') expect(again).toEqual(first);
  });

  test('of any operation: each has a key, an id or a proposal that is used once, reads, or is listed here', () => {
    const others = changing.filter(
      ({ name, tableAccess, idempotency }) => tableAccess !== 'read' && !idempotency && !inputs[name],
    );
    expect(others.map(({ name }) => name).sort()).toEqual([
      'canary',
      'confirm',
      'connections',
      'credit-deposit',
      'credit-payment',
      'judge-transfers',
      'lift-block',
      'name-payment',
      'rescreen',
      'restore-check',
      'rotate-secret',
      'screen',
      'unpark',
      'verify',
    ]);
  });
});
