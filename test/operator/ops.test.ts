import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isSluiceError, Sluice } from '../../client/src/index.ts';
import { discoverOperations } from '../../functions/discover.ts';
import { readArguments } from '../../operator/arguments.ts';
import { commandLineOf } from '../../operator/command-line.ts';
import { commands } from '../../operator/commands/all.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const program = join(import.meta.dirname, '../../operator/main.ts');

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.[Symbol.asyncDispose]());

/** Runs the command as a process of its own; nobody is there to answer a question. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, out: out.text(), err: err.text() };
}

function collect(stream: ChildProcess['stdout']) {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { text: () => text };
}

const ops = (...args: string[]) => run(...args, '--data', stack.dataDirectory);
const json = async (...args: string[]) => JSON.parse((await ops(...args, '--json', '--yes')).out);

test('every operation is a command: one that changes something says so first, one that needs a key makes one', async () => {
  const operations = (await discoverOperations()).map(({ declaration }) => declaration);
  const called = Object.entries(commands).map(([name, { operation = name }]) => operation);
  expect([...new Set(called)].sort()).toEqual(operations.map(({ name }) => name).sort());
  const reading = ['connections', 'check-connection'];
  for (const [name, command] of Object.entries(commands)) {
    const { operation, isKeyed } = commandLineOf(name, command);
    const { tableAccess, uses, idempotency } = operations.find((one) => one.name === operation) ?? {};
    const changes = tableAccess === 'write' || uses?.includes('secretRotation') === true;
    expect([name, command.intent !== undefined]).toEqual([name, changes && !reading.includes(name)]);
    expect([name, isKeyed]).toEqual([name, idempotency === 'required']);
  }
});

describe('the command line', () => {
  test('says which features are switched, and that of a kind there are none', () => {
    const read = readArguments(['features', 'org', '--off', 'developer']);
    const said = typeof read === 'string' ? read : commands.features?.intent?.(read.input);
    expect(said).toBe('switch features of org on: -; off: developer');
  });

  test('says which features an organization is created with', () => {
    const args = ['create-organization', '--reference', 'crm-1', '--name', 'Example', '--feature', 'developer'];
    const read = readArguments([...args, '--feature', 'mass_payouts', '--owner', 'local-owner']);
    const said = typeof read === 'string' ? read : commands['create-organization']?.intent?.(read.input);
    expect(said).toBe(
      'create the organizations of Example (reference crm-1; settling in USD; features: developer,mass_payouts)',
    );
  });

  test.each([
    [[], 'npm run ops -- COMMAND'],
    [['adjust', '--help'], '--reason'],
    [['adjust', '--help'], '--key KEY'],
    [['unpark', '--help'], '--all'],
    [['check', '--help'], 'ORGANIZATION'],
  ])('%j prints help', (args, text) => {
    expect(readArguments(args)).toContain(text);
  });

  test.each([
    [['explode'], 'no command explode'],
    [['constructor'], 'no command constructor'],
    [['suspend'], 'suspend takes ORGANIZATION'],
    [['suspend', 'a', '--force'], "Unknown option '--force'"],
    [['limits', 'a', '--velocity', 'fast'], '--velocity takes N/MINUTES'],
    [['show', 'a', '--region', 'eu-west-1'], '--region goes with --stage'],
    [['show', 'a', '--stage', 'dev', '--data', 'x'], 'either --stage or --data'],
    [['show', 'a', '--stage', 'dev', '--as', 'ben'], '--as is only for this machine'],
    [['connect', 'evm', '--settings', 'x'], '--settings'],
    [['issue-api-key', 'a', '--public-key', '/nowhere'], '--public-key'],
    [['unpark', 'a', 'rails'], 'either --resource or --all'],
    [['unpark', 'a', 'rails', '--all', '--resource', 'b'], 'either --resource or --all'],
    [
      ['create-organization', '--owner', 'ada'],
      "--owner takes local-owner, local-admin, local-operator, local-viewer, not 'ada'",
    ],
    [
      ['create-organization', '--owner', 'local-owner', '--owner-email', 'a@example.com'],
      'either --owner or --owner-id',
    ],
    [['create-organization', '--owner', 'local-owner', '--stage', 'dev'], '--owner is only for this machine'],
  ])('%j is refused by name', (args, message) => {
    expect(() => readArguments(args)).toThrow(message);
  });

  test('JSON that npm has printed lines before says how to leave them out', async () => {
    vi.stubEnv('npm_lifecycle_event', 'ops');
    const levels = [];
    for (const level of ['error', 'silent']) {
      vi.stubEnv('npm_config_loglevel', level);
      levels.push((await ops('show', stack.organizationId, '--json')).err);
    }
    vi.unstubAllEnvs();
    expect(levels).toEqual([expect.stringMatching(/--out FILE.*npm run --silent ops/), '']);
  });

  test.each(['--help', 'show', 'check'])(
    '%s ends quietly where its reader has closed the pipe, with the code that it has otherwise',
    async (name) => {
      const of = name === '--help' ? [] : [stack.organizationId, '--data', stack.dataDirectory];
      const { code } = await run(name, ...of);
      // As npm runs it.
      const command = ['-r', './scripts/check-setup.cjs', program, name, ...of];
      const cwd = join(program, '../..');
      const child = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.destroy();
      const errors = collect(child.stderr);
      expect(await new Promise((resolve) => child.on('close', resolve))).toBe(code);
      expect(errors.text()).toBe('');
    },
  );

  describe('--out', () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-out-'));
    const file = (name: string) => join(directory, name);
    afterAll(() => rmSync(directory, { recursive: true }));

    test('keeps the answer in a new file of its owner, and npm has no line in it', async () => {
      const path = file('show.json');
      const command = ['run', 'ops', '--', 'show', stack.organizationId, '--data', stack.dataDirectory, '--out', path];
      const { stdout, stderr } = await promisify(execFile)('npm', command);
      const { organization } = JSON.parse(readFileSync(path, 'utf8'));
      expect(organization.organizationId).toBe(stack.organizationId);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(stdout).not.toContain('{');
      expect(stderr).not.toContain('npm has printed');
    });

    test('keeps a refusal as JSON, too', async () => {
      expect((await ops('show', 'nobody', '--out', file('refused.json'))).code).toBe(1);
      expect(JSON.parse(readFileSync(file('refused.json'), 'utf8'))).toEqual({
        error: expect.objectContaining({ type: expect.any(String) }),
      });
    });

    test.each([
      ['a file', () => writeFileSync(file('there'), 'kept'), 'there'],
      ['a link to one', () => symlinkSync(file('there'), file('link')), 'link'],
      ['a link to nothing', () => symlinkSync(file('nothing'), file('dangling')), 'dangling'],
      ['a folder', () => mkdirSync(file('folder')), 'folder'],
      ['a path through no folder', () => {}, 'no/folder'],
    ])('%s is refused before anything is sent, and stays', async (_, make, name) => {
      make();
      const suspend = await ops('suspend', stack.organizationId, '--yes', '--out', file(name));
      expect(suspend).toMatchObject({ code: 2, out: '', err: expect.stringContaining(file(name)) });
      expect(readFileSync(file('there'), 'utf8')).toBe('kept');
      const { out } = await ops('show', stack.organizationId, '--json');
      expect(JSON.parse(out).organization.status).toBe('active');
    });

    test('without an answer there is no file', async () => {
      expect((await ops('suspend', stack.organizationId, '--out', file('asked'))).code).toBe(1);
      expect((await run('show', 'a', '--data', '/nowhere', '--out', file('absent'))).code).toBe(1);
      expect(readdirSync(directory)).not.toEqual(expect.arrayContaining(['asked', 'absent']));
    });
  });

  test('a stage without a region in the configuration names the option', async () => {
    vi.stubEnv('AWS_CONFIG_FILE', '/nowhere');
    for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION']) vi.stubEnv(name, '');
    const { code, err } = await run('show', 'a', '--stage', 'dev');
    vi.unstubAllEnvs();
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('Name the region of the stage with --region, or set AWS_REGION.'),
    ]);
  });

  test('a mistake ends with 2, and a stack that does not run with 1', async () => {
    expect(await run('explode')).toMatchObject({ code: 2, out: '' });
    const absent = await run('show', 'a', '--data', '/nowhere');
    expect(absent).toMatchObject({ code: 1, err: expect.stringContaining('npm start') });
  });
});

describe('against a stack', { timeout: 60_000 }, () => {
  test('the socket belongs to one user', () => {
    expect(statSync(join(stack.dataDirectory, 'ops.sock')).mode & 0o777).toBe(0o600);
  });

  test('without --yes nothing is done', async () => {
    const { organizationId } = stack;
    const asked = await ops('suspend', organizationId);
    expect(asked).toMatchObject({ code: 1, out: '', err: expect.stringContaining('add --yes') });
    expect(asked.err).toContain(`suspend ${organizationId}`);
    expect((await json('show', organizationId)).organization.status).toBe('active');
  });

  test('a customer is created, gets a key, is adjusted once, checked, suspended and resumed', async () => {
    const owner = ['--owner-id', 'user-1', '--owner-email', 'ada@example.com'];
    const { sandboxId } = await json('create-organization', '--reference', 'crm-1', '--name', 'Example', ...owner);

    const { publicKey, privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const file = join(stack.dataDirectory, 'public.pem');
    writeFileSync(file, publicKey);
    const { id } = await json('issue-api-key', sandboxId, '--for', 'user-1', '--name', 'CI', '--public-key', file);
    const sluice = new Sluice({ baseUrl: stack.baseUrl, organizationId: sandboxId, apiKey: { id, privateKey } });

    const adjust = ['adjust', sandboxId, 'credit', '5.00', 'USD', '--reason', 'welcome', '--yes'];
    const first = await ops(...adjust);
    const key = /Key (op_\S+):/.exec(first.err)?.[1] ?? '';
    const again = await ops(...adjust, '--key', key);
    expect(again).toMatchObject({ code: 0, out: first.out, err: expect.stringContaining('already used') });
    expect((await sluice.getBalance()).available).toBe('5.00');

    const tooMuch = await ops('adjust', sandboxId, 'debit', '6.00', 'USD', '--reason', 'oops', '--yes');
    expect(tooMuch).toMatchObject({ code: 1, out: '', err: expect.stringContaining('INSUFFICIENT_BALANCE: ') });
    expect(tooMuch.err).toMatch(/Request req_/);

    const newOwner = ['--add', 'user-2', '--email', 'grace@example.com', '--reason', 'lost her phone'];
    const replacing = ['members', sandboxId, ...newOwner, '--replaces', 'user-1', '--keys', 'keep', '--links', 'keep'];
    expect(await json(...replacing)).toMatchObject({ userId: 'user-2', role: 'owner' });

    expect(await ops('check', sandboxId)).toMatchObject({ code: 0, out: 'sound\n' });
    expect(await json('check', sandboxId)).toEqual({ sound: true, findings: [] });

    await json('suspend', sandboxId);
    await expect(sluice.getBalance()).rejects.toSatisfy((error) => isSluiceError(error, 'ACCOUNT_BLOCKED'));
    await json('resume', sandboxId);
    const { data } = await sluice.listAuditEvents();
    expect(new Set(data.map(({ actorUserId }) => actorUserId))).toEqual(new Set([`operator:${userInfo().username}`]));
    expect(data.map(({ action }) => action)).toContain('organization.suspend');
  });

  test('a customer of a person of this machine is theirs to sign in to, and has webhooks once the refusal was followed', async () => {
    const customer = ['create-organization', '--reference', 'crm-2', '--name', 'Example', '--owner', 'local-owner'];
    const { sandboxId } = await json(...customer);
    const { baseUrl, sessions } = stack;
    const owner = new Sluice({ baseUrl, organizationId: sandboxId, session: sessions.owner });
    const endpoint = { url: 'http://127.0.0.1:4000/webhooks', events: [] };

    const refusal = await owner.registerWebhookEndpoint(endpoint).catch((error: unknown) => error);
    if (!isSluiceError(refusal, 'DEVELOPER_FEATURE_DISABLED')) throw refusal;
    const [, command = ''] = /npm run ops -- (.*)`/.exec(refusal.resolution ?? '') ?? [];
    await json(...command.replace('ORGANIZATION', sandboxId).split(' '));

    expect(await owner.registerWebhookEndpoint(endpoint)).toMatchObject({ url: endpoint.url });
  });

  test('a deposit that is short is held until somebody accepts it in the dashboard', async () => {
    const { organizationId, baseUrl, sessions } = stack;
    const transfer = ['credit-deposit', organizationId, '90.00', 'USD', '--external-id', 'bank-1'];
    const held = await json(...transfer, '--expected', '100.00', '--reference', 'INV 42');
    expect(held).toMatchObject({ status: 'pending', amount: '90.00', expected: '100.00' });
    const response = await fetch(
      `${baseUrl}/payments/organizations/${organizationId}/deposits/${held.depositId}/accept`,
      { method: 'POST', headers: { authorization: `Bearer ${sessions.operator}` } },
    );
    expect(await response.json()).toMatchObject({ status: 'completed' });
    expect(await ops('check', organizationId)).toMatchObject({ code: 0 });
  });

  test('a transfer to a payment reference that nobody has is refused, and a mistyped one by its check digits', async () => {
    const transfer = ['credit-payment', stack.organizationId, '150.00', 'USD', '--external-id', 'bank-2', '--yes'];
    const unknown = await ops(...transfer, '--reference', 'RF18 5390 0754 7034');
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('NOT_FOUND') });
    const mistyped = await ops(...transfer, '--reference', 'RF18 5390 0754 7043');
    expect(mistyped).toMatchObject({ code: 2, err: expect.stringMatching(/^reference: .*\nNothing was sent/) });
  });

  test('the sealing secret gets a key more; there is no origin secret', async () => {
    const kept = () => JSON.parse(readFileSync(join(stack.dataDirectory, 'secrets.json'), 'utf8'));
    const { newerKeys = [], ...first } = kept();
    const { version } = await json('rotate-secret', 'sealing', '--reason', 'every month');
    expect(kept()).toEqual({ ...first, newerKeys: [{ id: version, key: expect.any(String) }, ...newerKeys] });
    const refused = await ops('rotate-secret', 'origin', '--reason', 'every month', '--yes');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('CONFLICT: this stack has no edge') });
  });

  test('a name is screened against the list that comes with the repository, and the answer says which words met', async () => {
    const { code, out } = await ops('screen', 'Oboronlogistika Limited Liability Company');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^verdict: refused\nrefusedFrom: 0.85\nnearest:\n {2}- entityNumber: \d+\n {4}listed: OBORONLOGISTIKA, OOO\n/,
    );
    expect(out).toMatch(/ {4}words:\n {6}- oboronlogistika\n/);
    expect(await json('screen', 'Ada Lovelace')).toMatchObject({ verdict: 'clear' });
    const empty = await ops('screen', '');
    expect(empty).toMatchObject({ code: 2, err: expect.stringMatching(/^name: .*\nNothing was sent/) });
  });

  test('a stack that was killed takes operations again after a restart', async () => {
    await stack.kill9();
    await stack.restart();
    expect(await ops('show', stack.organizationId)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`organizationId: ${stack.organizationId}`),
    });
  });
});
