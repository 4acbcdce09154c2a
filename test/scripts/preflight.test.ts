import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = join(import.meta.dirname, '..', '..', 'scripts', 'ops.ts');

/** An account, as the wire formats of its APIs show it. */
interface Account {
  concurrency: number;
  production: boolean;
  verified: readonly string[];
  buckets: readonly string[];
}

const ready: Account = {
  concurrency: 1000,
  production: true,
  verified: ['example.com'],
  buckets: ['eu-west-1', 'us-east-1'],
};
let account: Account;
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, body } = answer(request);
    response.writeHead(status, status === 404 ? { 'x-amzn-errortype': 'NotFoundException' } : {}).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

function answer({ url = '', method }: IncomingMessage): { status: number; body: string } {
  const json = (body: object) => ({ status: 200, body: JSON.stringify(body) });
  const absent = { status: 404, body: '{}' };
  if (url.includes('/account-settings')) return json({ AccountLimit: { ConcurrentExecutions: account.concurrency } });
  if (url === '/v2/email/account') return json({ ProductionAccessEnabled: account.production });
  const [, identity] = /^\/v2\/email\/identities\/(.+)$/.exec(url) ?? [];
  if (identity) {
    return account.verified.includes(decodeURIComponent(identity)) ? json({ VerifiedForSendingStatus: true }) : absent;
  }
  if (method === 'HEAD') {
    const [, region = ''] = /^\/cdk-hnb659fds-assets-123456789012-([a-z0-9-]+)/.exec(url) ?? [];
    return account.buckets.includes(region) ? { status: 200, body: '' } : absent;
  }
  const result = '<GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult>';
  return { status: 200, body: `<GetCallerIdentityResponse>${result}</GetCallerIdentityResponse>` };
}

async function preflight(changes: Partial<Account>, ...args: string[]) {
  account = { ...ready, ...changes };
  const child = spawn(process.execPath, [program, 'preflight', ...args], {
    env: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_CONFIG_FILE: '/nowhere',
      AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

const usual = ['--stage', 'prod', '--region', 'eu-west-1', '--mail-from', 'pay@example.com'];

test('an account that is ready passes, and is described', async () => {
  const { code, out } = await preflight({}, ...usual);
  expect(out.split('\n')).toEqual([
    'Region: eu-west-1, in account 123456789012.',
    'Concurrency: The account runs 1000 functions at once in eu-west-1.',
    'Mail: SES sends to everybody.',
    'Mail: pay@example.com may send.',
    'Bootstrap: CDK is set up in eu-west-1.',
    'Bootstrap: CDK is set up in us-east-1.',
    '',
  ]);
  expect(code).toBe(0);
});

test.each<[string, Partial<Account>, string]>([
  [
    "a new account's quota",
    { concurrency: 10 },
    'FAILS. The account runs 10 functions at once in eu-west-1. That is a new',
  ],
  ['too little to reserve', { concurrency: 100 }, 'AWS keeps 100 back'],
  ['the sandbox of SES', { production: false }, 'FAILS. SES is in its sandbox. It sends to verified addresses only'],
  ['a sender that is not verified', { verified: [] }, 'FAILS. pay@example.com is not verified. Verify it'],
  ['no bootstrap for the firewall', { buckets: ['eu-west-1'] }, 'Run npx cdk bootstrap aws://123456789012/us-east-1.'],
])('%s fails, with what to do', async (_, changes, sentence) => {
  const { code, out } = await preflight(changes, ...usual);
  expect(out).toContain(sentence);
  expect(out.match(/FAILS/g)).toHaveLength(1);
  expect(code).toBe(1);
});

test('without a region it says so; without a known stage it is misused', async () => {
  expect(await preflight({}, '--stage', 'dev')).toMatchObject({ code: 1, out: expect.stringContaining('--region') });
  expect(await preflight({}, '--stage', 'elsewhere')).toMatchObject({ code: 2, err: '--stage takes dev or prod.\n' });
});
