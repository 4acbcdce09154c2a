import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { setControls } from '../../../test/shared/journal/commit/support.ts';
import { TestService } from '../../../test/support/service.ts';
import { type Paying, rowsTo, startPaying } from './support/paying.ts';
import { type Ended, runCli } from './support/run-cli.ts';

let service: TestService;

/** Milliseconds for thousands of payouts on DynamoDB Local, on a machine that does other things besides. */
const longTimeout = 600_000;

beforeAll(async () => {
  service = await TestService.start();
});

/** The real fetch, with `act` instead of the n-th create of a batch. */
function atCreate(n: number, act: (send: () => Promise<Response>) => Promise<Response>): typeof fetch {
  let creates = 0;
  return async (input, init) => {
    const isCreate = init?.method === 'POST' && String(input).endsWith('/batches');
    if (isCreate) creates += 1;
    return isCreate && creates === n ? act(() => fetch(input, init)) : fetch(input, init);
  };
}

/** The service took the request, and its answer is lost. */
async function lost(send: () => Promise<Response>): Promise<Response> {
  await send();
  throw new TypeError('fetch failed');
}

/** An answer of the service that is an error. */
function refusal(type: string, status: number, more: object = {}): Response {
  return Response.json({ type, status, detail: 'in words', requestId: 'req_1', ...more }, { status });
}

const thatFails: typeof fetch = async () => {
  throw new TypeError('fetch failed');
};

/** Each line of a file is one payout, by the results and by the books. */
async function expectPaidOnce(paying: Paying, file: string, count: number, ended: Ended): Promise<void> {
  expect(ended.code, ended.err).toBe(0);
  const results = paying.results(file);
  expect(results.map(({ line }) => Number(line))).toEqual(results.map((_, index) => index + 2));
  expect(results.filter(({ status, payoutId }) => status === 'created' && payoutId !== '')).toHaveLength(count);
  const payouts = await paying.payouts();
  expect(payouts.size).toBe(count);
  expect([...payouts.values()].filter((times) => times !== 1)).toEqual([]);
}

describe('a file', () => {
  test('of 2,500 lines is three runs, stopped and gone on with at any point, and each line is paid once', {
    timeout: longTimeout,
  }, async () => {
    await using paying = await startPaying(service, '30000.00');
    const file = paying.file(rowsTo(paying, 2_500));

    const stopped = new AbortController();
    const first = await paying.run(['submit', file], {
      signal: stopped.signal,
      fetch: atCreate(2, async () => {
        stopped.abort(130);
        throw stopped.signal.reason;
      }),
    });
    expect(first).toMatchObject({ code: 130, err: expect.stringContaining('nothing is sent twice') });
    expect(await paying.batches()).toMatchObject([{ externalReferenceId: 'payouts.csv/1', status: 'received' }]);
    await paying.work();

    const unanswered = new AbortController();
    const second = await paying.run(['submit', file], {
      signal: unanswered.signal,
      fetch: atCreate(2, async (send) => {
        await send();
        unanswered.abort(130);
        throw unanswered.signal.reason;
      }),
    });
    expect(second).toMatchObject({ code: 130, err: expect.stringContaining('1 of 3 batches were already submitted') });
    expect(await paying.batches()).toHaveLength(3);

    const third = await paying.run(['submit', file]);
    expect(third.err).toMatch(/This file was already submitted on .* in 3 batches: nothing is sent now/);
    await expectPaidOnce(paying, file, 2_500, third);
    expect(await paying.batches()).toHaveLength(3);

    const again = await paying.run(['submit', file, '--json']);
    expect(again.code, again.err).toBe(0);
    expect(JSON.parse(again.out).runs).toMatchObject([{ itemCount: 1000 }, { itemCount: 1000 }, { itemCount: 500 }]);
    await expectPaidOnce(paying, file, 2_500, again);
  });

  test('is paid once where the answer to its create is lost', async () => {
    await using paying = await startPaying(service);
    const file = paying.file(rowsTo(paying, 3));
    const ended = await paying.run(['submit', file], { fetch: atCreate(1, lost) });
    await expectPaidOnce(paying, file, 3, ended);
    expect(await paying.batches()).toHaveLength(1);
  });

  test('is paid once where the same command runs twice at the same time', async () => {
    await using paying = await startPaying(service);
    const file = paying.file(rowsTo(paying, 3));
    const [one, other] = await Promise.all([paying.run(['submit', file]), paying.run(['submit', file])]);
    await expectPaidOnce(paying, file, 3, one);
    await expectPaidOnce(paying, file, 3, other);
    expect(await paying.batches()).toHaveLength(1);
  });
});

describe('an answer that refuses a run, or tells nothing', () => {
  test.each([
    ['took the run', true],
    ['did not take it', false],
  ])('that the outcome is unknown, where the service %s, leaves one run', async (_, took) => {
    await using paying = await startPaying(service);
    const file = paying.file(rowsTo(paying, 3));
    const keys = new Set<string>();
    const unknown = atCreate(1, async (send) => {
      if (took) await send();
      return refusal('PAYOUT_OUTCOME_UNKNOWN', 500);
    });
    const ended = await paying.run(['submit', file], {
      fetch: (input, init) => {
        if (String(input).endsWith('/batches')) keys.add(new Headers(init?.headers).get('idempotency-key') ?? '');
        return unknown(input, init);
      },
    });
    await expectPaidOnce(paying, file, 3, ended);
    expect(await paying.batches()).toHaveLength(1);
    expect(keys.size).toBe(1);
  });

  test('that a line is malformed names the line of the file', async () => {
    await using paying = await startPaying(service);
    const file = paying.file(rowsTo(paying, 3));
    const errors = [{ path: 'items[1].amount', message: 'is odd', code: 'odd' }];
    const ended = await paying.run(['submit', file], {
      fetch: atCreate(1, async () => refusal('VALIDATION_ERROR', 400, { errors })),
    });
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('line 3: amount is odd') });
  });

  test('that batches are off is shown with what to do and the request', async () => {
    await using paying = await startPaying(service);
    await setControls(service.runtime, paying.of.organizationId, { features: [] });
    const ended = await paying.run(['submit', paying.file(rowsTo(paying, 3))]);
    expect(ended.code).toBe(1);
    expect(ended.err).toMatch(/MASS_PAYOUTS_DISABLED: .*\n.*mass_payouts.*\nRequest req_/);
  });
});

describe('a file that is not to be sent', () => {
  test('has a fault, and needs no connection', async () => {
    await using paying = await startPaying(service);
    const [header, line, ...rest] = rowsTo(paying, 4);
    const file = paying.file([header ?? '', line ?? '', line ?? '', ...rest.slice(1), '1,00']);
    const ended = await paying.run(['submit', file], { fetch: thatFails });
    expect(ended.code).toBe(2);
    expect(ended.err).toContain('line 3: is identical to line 2');
    expect(ended.err).toContain('line 6: has 2 cells');
    expect(await paying.batches()).toEqual([]);
    expect(readdirSync(paying.folder).sort()).toEqual(['key.pem', 'payouts.csv']);
  });

  test('is checked and not sent with --check', async () => {
    await using paying = await startPaying(service);
    const ended = await paying.run(['submit', paying.file(rowsTo(paying, 4)), '--check']);
    expect(ended.code, ended.err).toBe(0);
    expect(ended.err).toContain('4 lines, one batch; no errors found.\nAsks for 40.00 USD in 4 payouts.\n');
    expect(await paying.batches()).toEqual([]);
    expect(readdirSync(paying.folder).sort()).toEqual(['key.pem', 'payouts.csv']);
  });

  test('is checked without a connection, too, and it is said what was not compared', async () => {
    await using paying = await startPaying(service);
    const rows = [
      'amount,amountLeg,destinationAccountId',
      '1.5,,a',
      '2,source,b',
      '3,destination,a',
      '4.25,destination,b',
    ];
    const ended = await runCli(['batch', 'submit', paying.file(rows), '--check'], { fetch: thatFails });
    expect(ended.code, ended.err).toBe(0);
    expect(ended.err.split('\n')).toEqual([
      '4 lines, one batch; no errors found.',
      expect.stringMatching(/^Currencies and earlier payments were not checked with the service\. Missing: --base-url/),
      'Asks for 3.5 (currency of your balance) in 2 payouts, 7.25 (currencies of the accounts) in 2 payouts.',
      '',
    ]);
  });

  test('is never its own result', async () => {
    await using paying = await startPaying(service);
    const file = paying.file(rowsTo(paying, 1));
    expect(await paying.run(['submit', file, '--out', file])).toMatchObject({ code: 2 });
    expect(await paying.batches()).toEqual([]);
  });
});

describe('a file that was changed after it was submitted', () => {
  test.each([
    ['a line more', (rows: string[]) => [...rows, `${rows[1]}b`]],
    ['a line less', (rows: string[]) => rows.slice(0, -1)],
    ['another amount', (rows: string[]) => rows.map((row) => row.replace(/^10.00(.*line 1)$/, '11.00$1'))],
    ['another order', (rows: string[]) => [...rows.slice(0, 1), ...rows.slice(1).reverse()]],
    ['more lines than a run has', (rows: string[]) => [...rows, ...rows.slice(1).flatMap((row) => grown(row))]],
  ])('by %s is refused, and nothing of it is sent', async (_, change) => {
    await using paying = await startPaying(service);
    const rows = rowsTo(paying, 3);
    expect(await paying.run(['submit', paying.file(rows)])).toMatchObject({ code: 0 });
    const ended = await paying.run(['submit', paying.file(change(rows))]);
    expect(ended).toMatchObject({
      code: 2,
      err: expect.stringMatching(/was already submitted, as pb_\w+, with different lines/),
    });
    expect(await paying.batches()).toHaveLength(1);
  });

  const grown = (row: string) => Array.from({ length: 400 }, (_, index) => `${row} ${index}`);

  test('is paid under another reference', async () => {
    await using paying = await startPaying(service);
    const rows = rowsTo(paying, 2);
    await paying.run(['submit', paying.file(rows)]);
    const file = paying.file(rows.map((row) => row.replace('line', 'other')));
    const second = await paying.run(['submit', file, '--reference', 'second']);
    expect(second.code, second.err).toBe(0);
    expect(await paying.batches()).toMatchObject([
      { externalReferenceId: 'payouts.csv' },
      { externalReferenceId: 'second' },
    ]);
  });
});

describe('a run that waits', () => {
  test('for its confirm says how, is confirmed when asked, and its invalid lines are in the results', async () => {
    await using paying = await startPaying(service);
    const file = paying.file([...rowsTo(paying, 2), '0,nobody,=SUM(A1)']);
    const waiting = await paying.run(['submit', file]);
    expect(waiting.code).toBe(3);
    expect(waiting.err).toContain('with --confirm pays its 2 valid lines; its 1 invalid lines stay refused');
    expect(paying.results(file)).toMatchObject([
      { line: '2', status: 'valid' },
      { line: '3', status: 'valid' },
      { line: '4', status: 'invalid', reference: "'=SUM(A1)", errorType: expect.stringMatching(/^[A-Z_]+$/) },
    ]);
    const ended = await paying.run(['submit', file, '--confirm']);
    expect(ended.code).toBe(4);
    expect(paying.results(file).map(({ status }) => status)).toEqual(['created', 'created', 'invalid']);
    expect(await paying.payouts()).toHaveProperty('size', 2);
  });

  test('because it should not commit by itself is canceled', async () => {
    await using paying = await startPaying(service);
    const file = paying.file(rowsTo(paying, 2));
    expect(await paying.run(['submit', file, '--no-auto-commit'])).toMatchObject({ code: 3 });
    expect(await paying.run(['cancel', 'payouts.csv'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/canceled: 2 valid/),
    });
    expect(await paying.run(['submit', file, '--confirm'])).toMatchObject({ code: 4 });
    expect(paying.results(file).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    expect(await paying.payouts()).toHaveProperty('size', 0);
  });

  test('for an approval names it, and is left and looked at again', async () => {
    await using paying = await startPaying(service);
    const { organizationId } = paying.of;
    const members = await Promise.all(['a', 'b', 'c'].map(() => service.member(organizationId, 'owner')));
    const approvers = members.map(({ userId }) => userId);
    await setControls(service.runtime, organizationId, {
      features: ['mass_payouts'],
      approvals: { threshold: 1n, quorum: 2, approvers },
    } as never);
    const file = paying.file(rowsTo(paying, 2));
    const ended = await paying.run(['submit', file, '--confirm']);
    expect(ended.code, ended.err).toBe(3);
    const [batch] = await paying.batches();
    expect(ended.err).toContain(`is waiting for votes on approval ${batch.approvalId}`);
    const again = await paying.run(['submit', file, '--confirm']);
    expect(again).toMatchObject({ code: 3, err: expect.stringContaining(batch.approvalId) });
  });
});

describe('runs are looked at', () => {
  test('by their reference, by the reference of all parts, and by their id', { timeout: longTimeout }, async () => {
    await using paying = await startPaying(service, '20000.00');
    await paying.run(['submit', paying.file(rowsTo(paying, 1_001)), '--reference', 'big']);
    const [first, last] = await paying.batches();
    for (const [name, ids] of [
      ['big', [first.batchId, last.batchId]],
      ['big/2', [last.batchId]],
      [first.batchId, [first.batchId]],
    ]) {
      const ended = await paying.run(['status', name, '--json']);
      expect(ended.code, ended.err).toBe(0);
      expect(JSON.parse(ended.out).runs.map(({ batchId }: { batchId: string }) => batchId)).toEqual(ids);
    }
    const { out } = await paying.run(['results', 'big/2']);
    expect(out.split('\n')).toMatchObject([
      expect.stringMatching(/^line,external/),
      expect.stringMatching(/^,big\/2,pb_\w+,0,created,po_/),
      '',
    ]);
    expect(await paying.run(['cancel', 'big'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/PAYOUT_BATCH_NOT_CANCELABLE/),
    });
    expect(await paying.run(['status', 'nothing'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/No batch has/),
    });
  });
});

describe('a template', () => {
  test.each(['csv', 'jsonl'])('as %s has to be filled in, and is then paid', async (format) => {
    await using paying = await startPaying(service);
    const made = await paying.run(['template', '--corridor', 'eur_de_iban', '--format', format]);
    expect(made).toMatchObject({ code: 0, err: expect.stringContaining('Pays EUR in DE from USD') });
    const name = `template.${format}`;
    expect(await paying.run(['submit', paying.file([made.out], name)])).toMatchObject({
      code: 2,
      err: /line \d: destinationAccountId/,
    });
    const filled = made.out.replace('<account in DE>', paying.destinationAccountId);
    const ended = await paying.run(['submit', paying.file([filled], name)]);
    expect(ended.code, ended.err).toBe(0);
  });

  test('of an unknown corridor names those that there are', async () => {
    await using paying = await startPaying(service);
    expect(await paying.run(['template', '--corridor', 'x'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/eur_de_iban/),
    });
  });
});
