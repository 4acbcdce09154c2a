import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sluice } from '../../client/src/index.ts';
import type { Quickstart } from '../../local/data/quickstart.ts';
import { Browser, payByCard } from '../../local/demo/browser.ts';
import { type GuardedProcess, startGuarded } from '../../local/process/guarded-process.ts';
import { until } from '../../scripts/support/until.ts';
import { startReceiver } from '../support/receiver.ts';

const READY_WITHIN_MS = 60_000;
const ANSWERED_WITHIN_MS = 20_000;
const DELIVERED_WITHIN_MS = 20_000;
const project = join(import.meta.dirname, '..', '..');
const page = (name: string) => readFileSync(join(project, 'docs', `${name}.md`), 'utf8');
/** A newcomer's folder: the commands of the documents name `.sluice` in it. */
const folder = mkdtempSync(join(tmpdir(), 'sluice-newcomer-'));
const quickstart = () => JSON.parse(readFileSync(join(folder, '.sluice', 'quickstart.json'), 'utf8')) as Quickstart;
const example = (name: string) => join(project, 'examples', name);

// The tests follow the README and the pages that it leads to, on one stack.
let stack: GuardedProcess;
let output = '';
beforeAll(async () => {
  const options = ['--port', '0', '--data', join(folder, '.sluice')];
  const onOutput = (text: string) => {
    output += text;
  };
  stack = startGuarded('npm', ['--prefix', project, 'start', '--', ...options], { graceSeconds: 20, onOutput });
  await until('the stack is ready', READY_WITHIN_MS, () => output.includes('Ctrl-C stops it') || undefined);
});
afterAll(async () => {
  await stack?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program to its end. */
async function run(command: string, ...args: string[]) {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { output, errors, code };
}

/** What comes of what somebody pasted into bash. */
const paste = async (commands: string) => (await run('bash', '-c', commands)).output;

const balance = { currency: 'USD', available: expect.stringMatching(/^\d+\.\d\d$/), held: '0.00' };

describe('the demo', () => {
  test('plays on the stack that runs', async () => {
    const args = ['--prefix', project, 'run', 'demo', '--', '--data', join(folder, '.sluice')];
    expect(await run('npm', ...args)).toMatchObject({ code: 0, output: expect.stringContaining('Done: paid') });
  });
});

test('the start names the very stack that --fresh would delete', () => {
  expect(output).toContain(`npm start -- --data ${join(folder, '.sluice')} --fresh starts over.`);
});

describe('the first signed call', () => {
  test('that the start prints is two lines of bash that read the balance', async () => {
    const lines = output.split('\n');
    const firstCall = lines.filter((line) => /^(challenge=\$\(curl|curl) /.test(line));
    expect(firstCall).toHaveLength(2);

    expect(JSON.parse(await paste(firstCall.join('\n')))).toMatchObject(balance);
  });

  test('that is shown to be made by hand reads the balance', async () => {
    const [block] = /^KEY=.*?(?=^```)/ms.exec(page('one-machine')) ?? [];

    expect(JSON.parse(await paste(block ?? ''))).toMatchObject(balance);
  });

  test('has the address that the start prints and quickstart.json holds', () => {
    const { baseUrl } = quickstart();
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/business\/api\/v1$/);
    expect(output).toMatch(new RegExp(`API +${baseUrl}\n`));
  });
});

test('the calls of a person list the members and invite one', async () => {
  const [block] = /^TOKEN=.*?(?=^```)/ms.exec(page('one-machine')) ?? [];

  const answers = await paste(block ?? '');

  expect(answers).toContain('"userId":"local-owner"');
  expect(answers).toMatch(/"email":"ada@example\.com".*"token":"/);
});

test('the first payout is paid once however often its program runs, and every run ends when it is completed', async () => {
  const sluice = new Sluice(quickstart());
  const balances: string[] = [];
  const payouts: unknown[] = [];
  for (let count = 1; count <= 2; count += 1) {
    const { output, errors, code } = await run(process.execPath, example('payout.ts'));
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/^\d+ payout\.pending\n(.*\n)?\d+ payout\.completed\n/);
    payouts.push((await sluice.listOrders({ reference: 'invoice-42' })).data);
    balances.push((await sluice.getBalance()).available);
  }
  expect(payouts[0]).toEqual([expect.objectContaining({ status: 'completed', sourceAmount: '100.00' })]);
  expect(payouts[1]).toEqual(payouts[0]);
  expect(balances[1]).toBe(balances[0]);
});

test('the run of salaries is paid once however often its program runs, and says what its invalid line lacks', async () => {
  const sluice = new Sluice(quickstart());
  const runs: unknown[] = [];
  for (let count = 1; count <= 2; count += 1) {
    const { output, errors, code } = await run(process.execPath, example('batch.ts'));
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/\n0 created po_\w+\n1 created po_\w+\n2 invalid \[\s+\{\s+type: 'VALIDATION_ERROR'/);
    runs.push((await sluice.listPayoutBatches()).data);
  }
  expect(runs[0]).toMatchObject([{ status: 'completed', counts: { created: 2, invalid: 1 } }]);
  expect(runs[1]).toEqual(runs[0]);
});

test('the link is sold through once however often its program runs, and the program ends when somebody has paid', async () => {
  const sluice = new Sluice(quickstart());
  const selling = startGuarded(process.execPath, [example('checkout.ts')], { graceSeconds: 5, cwd: folder });
  const address = await until('the link has a page', ANSWERED_WITHIN_MS, () => {
    return /to be paid at (http:\S+)/.exec(selling.outputTail())?.[1];
  });

  expect(await payByCard(new Browser(), address)).toMatchObject({ status: 200, title: 'Payment received' });

  const paid =
    /^12\.50 USD, to be paid at http:\S+\npay_\w+ paid 12\.50 \{ kind: 'card', brand: 'visa', last4: '4242' \}\n$/;
  await until('the program says who has paid', ANSWERED_WITHIN_MS, () => paid.test(selling.outputTail()) || undefined);
  await selling.end();
  const links = (await sluice.listLinks()).data;
  const again = await run(process.execPath, example('checkout.ts'));
  expect(again).toEqual({ code: 0, errors: '', output: expect.stringMatching(paid) });
  expect((await sluice.listLinks()).data).toEqual(links);
  expect(links).toMatchObject([{ shareUrl: address, status: 'sent' }]);
});

describe('the receiver of webhooks', () => {
  /** Runs the receiver until it has printed what it was sent. */
  async function receive(port: string): Promise<void> {
    const command = [`PORT=${port}`, process.execPath, example('receive.ts')];
    const receiver = startGuarded('env', command, { graceSeconds: 5, cwd: folder });
    try {
      await until('the receiver has printed an event', DELIVERED_WITHIN_MS, () =>
        receiver.outputTail().includes("type: 'deposit.completed'") ? true : undefined,
      );
    } finally {
      await receiver.end();
    }
  }

  test('has one endpoint however often it runs, and another only where somebody removed that', async () => {
    const { url, stop } = await startReceiver();
    await stop();
    const { port } = new URL(url);
    const { baseUrl, organizationId, sessions } = quickstart();
    const owner = new Sluice({ baseUrl, organizationId, session: sessions.owner });
    const endpoints = async () => (await owner.listWebhookEndpoints()).data;

    await receive(port);
    const [first, ...others] = await endpoints();
    expect(others).toEqual([]);
    await receive(port);
    expect((await endpoints()).map(({ id }) => id)).toEqual([first?.id]);

    await owner.removeWebhookEndpoint({ endpointId: first?.id ?? '' });
    await receive(port);
    expect(await endpoints()).toEqual([
      expect.objectContaining({ url: first?.url, lastSuccessAt: expect.any(String) }),
    ]);
  });

  test('keeps its secret where nobody else can read it', () => {
    expect(statSync(join(folder, '.sluice', 'receiver.json')).mode & 0o777).toBe(0o600);
  });
});

test('an organization that an operator creates as shown has an owner who signs in here and may register webhooks', async () => {
  const [, args = ''] = /^npm run ops -- (create-organization .*)$/m.exec(page('operating')) ?? [];

  const command = [join(project, 'operator', 'main.ts'), ...args.split(' '), '--yes', '--json'];
  const { sandboxId } = JSON.parse((await run(process.execPath, ...command)).output);

  const { baseUrl, sessions } = quickstart();
  const owner = new Sluice({ baseUrl, organizationId: sandboxId, session: sessions.owner });
  expect(await owner.getPolicy()).toMatchObject({ features: ['developer'] });
  const url = 'http://127.0.0.1:4000/webhooks';
  expect(await owner.registerWebhookEndpoint({ url, events: [] })).toMatchObject({ url, enabled: true });
});
