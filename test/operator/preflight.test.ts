import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../operator/main.ts');

/** An account, as the wire formats of its APIs show it. */
interface Account {
  concurrency: number;
  reserved: number;
  production: boolean;
  verified: readonly string[];
  /** CDK's own stack, by region. */
  bootstrap: Readonly<Record<string, string>>;
  /** Subscriptions by topic. */
  topics: Readonly<Record<string, readonly string[]>>;
  /** Regions; of those in `denied` a policy lets nobody read anything. */
  regions: readonly string[];
  denied: readonly string[];
  /** Templates of stacks, by region and name. */
  stacks: Readonly<Record<string, object>>;
}

const topic = (region: string, name: string) => `arn:aws:sns:${region}:123456789012:Sluice-${name}-XYZ`;
const confirmed = 'arn:aws:sns:eu-west-1:123456789012:topic:1-2-3';

const ownTable = (DeletionPolicy?: string) => ({
  Resources: {
    SandboxPaymentsTable1A: { Type: 'AWS::DynamoDB::GlobalTable', DeletionPolicy: 'Delete' },
    PaymentsTable2B: { Type: 'AWS::DynamoDB::GlobalTable', ...(DeletionPolicy && { DeletionPolicy }) },
  },
});
const workersOn = (EventSourceArn: unknown) => ({
  Resources: { Hints: { Type: 'AWS::Lambda::EventSourceMapping', Properties: { EventSourceArn } } },
});
const streamOf = (name: string) =>
  `arn:aws:dynamodb:eu-west-1:123456789012:table/${name}/stream/2026-11-22T19:30:00.000`;
const withStacks = (stacks: Account['stacks']): Partial<Account> => ({ stacks: { ...ready.stacks, ...stacks } });

const ready: Account = {
  concurrency: 1000,
  reserved: 5,
  production: true,
  verified: ['example.com'],
  bootstrap: { 'eu-west-1': '29', 'us-east-1': '6' },
  topics: {
    [topic('eu-west-1', 'prod-Foundation-AlarmsTopic1A')]: [confirmed],
    [topic('eu-west-1', 'prod-Foundation-AlarmsLowTopic2B')]: [confirmed, 'PendingConfirmation'],
    [topic('us-east-1', 'prod-EdgeAlarms-AlarmsTopic3C')]: [confirmed],
    [topic('eu-west-1', 'dev-Foundation-AlarmsTopic1A')]: [],
    'arn:aws:sns:eu-west-1:123456789012:somebody-elses': [],
  },
  regions: ['ap-south-1', 'eu-west-1', 'us-east-1'],
  denied: [],
  stacks: {
    'eu-west-1 Sluice-prod-Foundation': ownTable('RetainExceptOnCreate'),
    'eu-west-1 Sluice-prod-Workers': workersOn({ 'Fn::ImportValue': 'Sluice-prod-Foundation:Stream' }),
    'us-east-1 Sluice-dev-Foundation': ownTable('RetainExceptOnCreate'),
  },
};
let account: Account;
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { status, body } = answer(request, await text(request));
    response.writeHead(status, status === 404 ? { 'x-amzn-errortype': 'NotFoundException' } : {}).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

function answer({ url = '', headers }: IncomingMessage, asked: string): { status: number; body: string } {
  const json = (body: object) => ({ status: 200, body: JSON.stringify(body) });
  const absent = { status: 404, body: '{}' };
  if (url.includes('/account-settings')) {
    const { concurrency, reserved } = account;
    const UnreservedConcurrentExecutions = concurrency - reserved;
    return json({ AccountLimit: { ConcurrentExecutions: concurrency, UnreservedConcurrentExecutions } });
  }
  if (url === '/v2/email/account') return json({ ProductionAccessEnabled: account.production });
  const [, identity] = /^\/v2\/email\/identities\/(.+)$/.exec(url) ?? [];
  if (identity) {
    return account.verified.includes(decodeURIComponent(identity)) ? json({ VerifiedForSendingStatus: true }) : absent;
  }
  if (headers['x-amz-target'] === 'AmazonSSM.GetParameter') {
    const [, region = ''] =
      /Credential=[^/]+\/\d{8}\/([a-z0-9-]+)\/ssm\/aws4_request/.exec(headers.authorization ?? '') ?? [];
    const Value = account.bootstrap[region];
    if (Value !== undefined) return json({ Parameter: { Value } });
    return { status: 400, body: JSON.stringify({ __type: 'ParameterNotFound' }) };
  }
  const [, region = '', service] =
    /Credential=[^/]+\/\d{8}\/([a-z0-9-]+)\/(\w+)\/aws4_request/.exec(headers.authorization ?? '') ?? [];
  const parameters = new URLSearchParams(asked);
  if (service === 'sns') return { status: 200, body: answerOfSns(region, parameters) };
  if (service === 'ec2') {
    return { status: 200, body: account.regions.map((name) => `<regionName>${name}</regionName>`).join('') };
  }
  if (service === 'cloudformation') return answerOfCloudFormation(region, parameters);
  const result = '<GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult>';
  return { status: 200, body: `<GetCallerIdentityResponse>${result}</GetCallerIdentityResponse>` };
}

/** As AWS answers: the text of a template is escaped, and a stack that is not there has no code of its own. */
function answerOfCloudFormation(region: string, asked: URLSearchParams): { status: number; body: string } {
  const failure = (status: number, code: string, message: string) => {
    return { status, body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>` };
  };
  if (account.denied.includes(region)) return failure(403, 'AccessDenied', 'with an explicit deny');
  const name = asked.get('StackName');
  const template = account.stacks[`${region} ${name}`];
  if (!template) return failure(400, 'ValidationError', `Stack with id ${name} does not exist`);
  if (asked.get('Action') === 'DescribeStacks') return { status: 200, body: `<StackName>${name}</StackName>` };
  const escaped = JSON.stringify(template, null, 1).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return { status: 200, body: `<TemplateBody>${escaped.replaceAll('\n', '&#xA;')}</TemplateBody>` };
}

/** One entry a page, as AWS has a hundred. */
function answerOfSns(region: string, asked: URLSearchParams): string {
  const topicArn = asked.get('TopicArn');
  const ofRegion = Object.keys(account.topics).filter((arn) => arn.includes(`:sns:${region}:`));
  const all = topicArn === null ? ofRegion : (account.topics[topicArn] ?? []);
  const element = topicArn === null ? 'TopicArn' : 'SubscriptionArn';
  const page = Number(asked.get('NextToken') ?? 0);
  const next = page + 1 < all.length ? `<NextToken>${page + 1}</NextToken>` : '';
  const entry = all[page] === undefined ? '' : `<member><${element}>${all[page]}</${element}></member>`;
  return `<Response><Result>${entry}${next}</Result></Response>`;
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

const options = {
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  mailFrom: 'pay@example.com',
  alarmEmail: 'alarms@example.com',
};
const asDeployed = (chosen: Record<string, string>) =>
  Object.entries(chosen).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
const usual = ['--stage', 'prod', '--region', 'eu-west-1', ...asDeployed(options)];

test('an account that is ready passes, and is described', async () => {
  const { code, out } = await preflight({}, ...usual);
  expect(out.split('\n')).toEqual([
    'Region: eu-west-1, in account 123456789012.',
    'Concurrency: The account can run 1000 functions at once in eu-west-1; 5 are reserved now, and stage prod reserves 227.',
    'Mail: SES can send to all addresses.',
    'Mail: pay@example.com can send: its domain is verified.',
    'Bootstrap: CDK is set up in eu-west-1, version 29.',
    'Bootstrap: CDK is set up in us-east-1, version 6.',
    'Alarms: Confirmed subscribers for high alarms in eu-west-1: 1.',
    'Alarms: Confirmed subscribers for low alarms in eu-west-1: 1.',
    'Alarms: Confirmed subscribers for high alarms in us-east-1, of the edge: 1.',
    'Regions: No other region was found with stage prod.',
    "Table: The functions use the stack's own table, as the options say.",
    '',
  ]);
  expect(code).toBe(0);
});

test.each<[string, Partial<Account>, string]>([
  ["a new account's quota", { concurrency: 10 }, 'This is the quota of a new account. Request 1,000'],
  ['too little to reserve', { concurrency: 326 }, 'stage prod reserves 227. AWS keeps 100 unreserved. Request 1,000'],
  ['the sandbox of SES', { production: false }, 'FAILS. SES is in its sandbox. It sends only to verified addresses'],
  ['a sender that is not verified', { verified: [] }, 'The domain of pay@example.com is not verified. Verify it'],
  [
    'a sender of which SES has verified something else',
    { verified: ['pay@example.com'] },
    'The domain of pay@example.com is not verified. Its address is: deploy with -c mailIdentity=address.',
  ],
  [
    'a bootstrap that is too old',
    { bootstrap: { ...ready.bootstrap, 'eu-west-1': '5' } },
    'FAILS. CDK is set up in eu-west-1, version 5. 6 is needed. Run npx cdk bootstrap aws://123456789012/eu-west-1.',
  ],
  [
    'no bootstrap for the firewall',
    { bootstrap: { 'eu-west-1': '29' } },
    'Run npx cdk bootstrap aws://123456789012/us-east-1.',
  ],
  [
    'an alarm that nobody has confirmed to hear of',
    { topics: { ...ready.topics, [topic('eu-west-1', 'prod-Foundation-AlarmsTopic1A')]: ['PendingConfirmation'] } },
    'FAILS. There is no confirmed subscriber for high alarms in eu-west-1. Follow the link in the email',
  ],
  [
    'a stage that another region has',
    withStacks({ 'ap-south-1 Sluice-prod-Foundation': ownTable() }),
    'FAILS. Stage prod is in ap-south-1. An account can have a stage only once',
  ],
  [
    'a restored table that the options do not name',
    withStacks({ 'eu-west-1 Sluice-prod-Workers': workersOn(streamOf('restored')) }),
    `FAILS. The functions use the restored table restored, but the options name the stack's own table. The deployment would create and use a new, empty table. Add -c restoredTableStream=${streamOf('restored')}.`,
  ],
  ['the regions of an account that may not be listed', { denied: ['eu-west-1'] }, 'AWS did not answer (AccessDenied)'],
])('%s fails, with what to do', async (_, changes, sentence) => {
  const { code, out } = await preflight(changes, ...usual);
  expect(out).toContain(sentence);
  expect(out.match(/FAILS/g)).toHaveLength(1);
  expect(code).toBe(1);
});

test('a region that a policy closes is named, and fails nothing', async () => {
  const { code, out } = await preflight({ denied: ['ap-south-1'] }, ...usual);
  expect(out).toContain('Regions: Not checked, because AWS did not answer: ap-south-1. Make sure');
  expect(code).toBe(0);
});

describe('a stage moves to another table', () => {
  const named = (name: string) => [...usual, '-c', `restoredTableStream=${streamOf(name)}`];
  const onRestored = withStacks({ 'eu-west-1 Sluice-prod-Workers': workersOn(streamOf('restored')) });

  test('only on purpose', async () => {
    const refused = await preflight({}, ...named('restored'));
    expect(refused.code).toBe(1);
    expect(refused.out).toContain(
      "Table: FAILS. The functions use the stack's own table, but the options name the restored table restored. Omit restoredTableStream. To move the stage on purpose, after a restore, add --moves-table.",
    );
    const moved = await preflight({}, ...named('restored'), '--moves-table');
    expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('The deployment moves the stage to it.') });
  });

  test('once: afterwards the options name it, and a second restored table is another one', async () => {
    expect(await preflight(onRestored, ...named('restored'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('Table: The functions use the restored table restored, as the options say.'),
    });
    const second = await preflight(onRestored, ...named('restored-again'));
    const keep = `Give -c restoredTableStream=${streamOf('restored')}. To move`;
    expect(second).toMatchObject({ code: 1, out: expect.stringContaining(keep) });
  });

  test('never back to a table of the stack, which would be a new one', async () => {
    expect((await preflight(onRestored, ...usual, '--moves-table')).code).toBe(1);
  });

  test.each([undefined, 'Delete'])(
    'not while the deployed template says %s of the table, in the middle neither',
    async (policy) => {
      const deleting = { 'eu-west-1 Sluice-prod-Foundation': ownTable(policy) };
      for (const account of [withStacks(deleting), { stacks: { ...onRestored.stacks, ...deleting } }]) {
        const { code, out } = await preflight(account, ...named('restored'), '--moves-table');
        expect(out).toContain('First deploy Sluice-prod-Foundation of this release without restoredTableStream.');
        expect(code).toBe(1);
      }
      expect((await preflight(withStacks(deleting), ...usual)).code).toBe(0);
    },
  );

  test('not before there is one', async () => {
    const first = await preflight({ stacks: {} }, ...usual);
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('Table: Stage prod has no functions yet.') });
  });
});

test('before the first deployment nobody can have confirmed yet, and a stage for development may go without', async () => {
  const first = await preflight({ topics: {} }, ...usual);
  expect(first).toMatchObject({
    code: 0,
    out: expect.stringContaining('Alarms: Stage prod has no topics yet. Confirm'),
  });
  const dev = await preflight({ stacks: {} }, '--stage', 'dev', '--region', 'eu-west-1');
  expect(dev).toMatchObject({ code: 0, out: expect.stringContaining('Alarms: No alarmEmail is set') });
});

test('just enough to reserve passes, and what the stage chooses counts', async () => {
  expect((await preflight({ concurrency: 327 }, ...usual)).code).toBe(0);
  const more = await preflight({ concurrency: 327 }, ...usual, '-c', 'workerConcurrency=advance-payouts=11');
  expect(more).toMatchObject({
    code: 1,
    out: expect.stringContaining('stage prod reserves 228. AWS keeps 100 unreserved'),
  });
  const none = await preflight({ concurrency: 20 }, ...usual, '-c', 'reserveConcurrency=false');
  expect(none).toMatchObject({ code: 0, out: expect.stringContaining('stage prod reserves 0.') });
});

test('options that would not synthesize fail before anything is asked of AWS', async () => {
  const { code, out } = await preflight({}, '--stage', 'prod', '--region', 'eu-west-1');
  expect({ code, lines: out.split('\n').slice(0, 2) }).toEqual({
    code: 1,
    lines: ['Settings: FAILS. stage prod needs', expect.stringContaining('domainName and certificateArn')],
  });
  const unknown = await preflight({}, ...usual, '-c', 'workerConcurrency=pay-out=3');
  expect(unknown).toMatchObject({ code: 1, out: expect.stringContaining('names no worker: pay-out') });
  expect((await preflight({}, ...usual, '-c', 'edge')).err).toBe("-c takes KEY=VALUE, not 'edge'.\n");
});

test('without a region it says so; without a known stage it is misused', async () => {
  expect(await preflight({}, '--stage', 'dev')).toMatchObject({ code: 1, out: expect.stringContaining('--region') });
  expect(await preflight({}, '--stage', 'elsewhere')).toMatchObject({ code: 2, err: '--stage takes dev or prod.\n' });
});
