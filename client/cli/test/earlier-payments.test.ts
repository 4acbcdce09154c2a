import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { setControls } from '../../../test/shared/journal/commit/support.ts';
import { addRecipient, bodyOf, pathOf, settle } from '../../../test/support/journey.ts';
import { TestService } from '../../../test/support/service.ts';
import { type Paying, rowsTo, startPaying } from './support/paying.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

const day = 86_400_000;

/** Submits rows under a name, and expects that they are paid. */
async function paid(paying: Paying, rows: readonly string[], name = 'pay.csv'): Promise<void> {
  const ended = await paying.run(['submit', paying.file(rows, name)]);
  expect(ended.code, ended.err).toBe(0);
}

function withoutReferences(rows: readonly string[]): string[] {
  return rows.map((row) => row.split(',').slice(0, 2).join(','));
}

async function countOf(paying: Paying): Promise<number> {
  return [...(await paying.payouts()).values()].reduce((sum, times) => sum + times, 0);
}

describe('payments of another file', () => {
  test('are not sent again: each is listed with its date, its payout and its batch', async () => {
    await using paying = await startPaying(service);
    await paid(paying, rowsTo(paying, 3));
    const copy = paying.file(rowsTo(paying, 3), 'pay (1).csv');
    const ended = await paying.run(['submit', copy]);
    expect(ended.code).toBe(2);
    const [{ batchId, createdAt }] = await paying.batches();
    const sent = `sent ${createdAt.slice(0, 16).replace('T', ' ')} UTC, in pay.csv (${batchId})`;
    for (const [line, reference] of [
      [2, 'line 0'],
      [4, 'line 2'],
    ]) {
      const found = ended.err.split('\n').find((text) => text.startsWith(`line ${line}: `));
      expect(found).toMatch(new RegExp(`^line ${line}: has the reference "${reference}" of payout po_\\w+, `));
      expect(found).toContain(sent);
    }
    expect(ended.err).toContain('Nothing was sent.');
    expect(await paying.batches()).toHaveLength(1);
    expect(await countOf(paying)).toBe(3);
  });

  test('are found by --check as well', async () => {
    await using paying = await startPaying(service);
    await paid(paying, rowsTo(paying, 1));
    const ended = await paying.run(['submit', paying.file(rowsTo(paying, 1), 'copy.csv'), '--check']);
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('has the reference "line 0" of payout po_') });
  });

  test('are sent again with --pay-again, which accepts no twins', async () => {
    await using paying = await startPaying(service);
    const rows = rowsTo(paying, 2);
    await paid(paying, rows);
    const twins = await paying.run(['submit', paying.file([...rows, rows[1] ?? ''], 'twins.csv'), '--pay-again']);
    expect(twins).toMatchObject({ code: 2, err: expect.stringContaining('line 4: is identical to line 2') });
    const again = await paying.run(['submit', paying.file(rows, 'again.csv'), '--pay-again']);
    expect(again.code, again.err).toBe(0);
    expect(again.err).toContain('Not compared with earlier payments because of --pay-again.');
    expect(await countOf(paying)).toBe(4);
  });
});

describe('payments of another file are the same', () => {
  test('whatever --allow-duplicates says', async () => {
    await using paying = await startPaying(service);
    await paid(paying, rowsTo(paying, 1));
    const copy = paying.file(rowsTo(paying, 1), 'copy.csv');
    expect(await paying.run(['submit', copy, '--allow-duplicates'])).toMatchObject({ code: 2 });
    expect(await countOf(paying)).toBe(1);
  });

  test('in a corrected file under another --reference', async () => {
    await using paying = await startPaying(service);
    const rows = rowsTo(paying, 3);
    await paid(paying, rows);
    const corrected = paying.file(rows.map((row) => row.replace(/^10.00(.*line 1)/, '11.00$1')));
    const ended = await paying.run(['submit', corrected, '--reference', 'corrected']);
    expect(ended.code).toBe(2);
    expect(ended.err.match(/^line \d: has the reference/gm)).toHaveLength(3);
  });

  test.each([
    ['composed in another way', 'Jos\u00e9 1', 'Jose\u0301 1'],
    ['with another space', 'RE 1', 'RE\u00a01'],
    ['with what nobody sees', '\u2764 1', '\u2764\ufe0f 1'],
  ])('by a reference %s', async (_, one, other) => {
    await using paying = await startPaying(service);
    const rows = rowsTo(paying, 1);
    await paid(
      paying,
      rows.map((row) => row.replace('line 0', one)),
    );
    const copy = paying.file(
      rows.map((row) => row.replace('line 0', other)),
      'copy.csv',
    );
    expect(await paying.run(['submit', copy])).toMatchObject({ code: 2 });
    expect(await countOf(paying)).toBe(1);
  });

  test('without references, by all that they ask for', async () => {
    await using paying = await startPaying(service);
    const rows = withoutReferences(rowsTo(paying, 1));
    await paid(paying, rows);
    const copy = paying.file(
      rows.map((row) => row.replace('10.00', '10.0')),
      'copy.csv',
    );
    const ended = await paying.run(['submit', copy]);
    expect(ended.code).toBe(2);
    expect(ended.err).toMatch(/^line 2: asks for the same as payout po_/m);
    expect(ended.err).toContain('Not compared with payouts outside batches: 1 lines without a reference.');
    const other = paying.file(
      rows.map((row) => row.replace('10.00', '10.01')),
      'other.csv',
    );
    const paidOther = await paying.run(['submit', other]);
    expect(paidOther.code, paidOther.err).toBe(0);
  });
});

describe('earlier payments are looked for', () => {
  test('for 35 days in batches', async () => {
    await using paying = await startPaying(service);
    const rows = withoutReferences(rowsTo(paying, 1));
    await paid(paying, rows);
    service.clock.advance(34 * day);
    expect(await paying.run(['submit', paying.file(rows, 'month.csv')])).toMatchObject({ code: 2 });
    service.clock.advance(2 * day);
    await paid(paying, rows, 'later.csv');
  });

  test('among payouts that are in no batch, by their references', async () => {
    await using paying = await startPaying(service);
    const body = { amount: '10.00', destinationAccountId: paying.destinationAccountId, reference: 'line 1' };
    const path = `${pathOf(paying.of)}/payouts`;
    const { payoutId } = bodyOf(await service.call('POST', path, paying.of, { idempotencyKey: randomUUID(), body }));
    const ended = await paying.run(['submit', paying.file(rowsTo(paying, 3))]);
    expect(ended.code, ended.err).toBe(2);
    expect(ended.err.match(/^line \d+: .*$/gm)).toEqual([
      expect.stringContaining(`line 3: has the reference "line 1" of payout ${payoutId}, sent `),
    ]);
  });

  test('among payouts that wait for votes', async () => {
    await using paying = await startPaying(service);
    const { organizationId } = paying.of;
    const members = await Promise.all(['a', 'b', 'c'].map(() => service.member(organizationId, 'owner')));
    await setControls(service.runtime, organizationId, {
      features: ['mass_payouts'],
      approvals: { threshold: 1n, quorum: 2, approvers: members.map(({ userId }) => userId) },
    } as never);
    const body = { amount: '10.00', destinationAccountId: paying.destinationAccountId, reference: 'line 0' };
    const path = `${pathOf(paying.of)}/payouts`;
    bodyOf(await service.call('POST', path, paying.of, { idempotencyKey: randomUUID(), body }), 202);
    const ended = await paying.run(['submit', paying.file(rowsTo(paying, 1))]);
    expect(ended).toMatchObject({ code: 2, err: expect.stringMatching(/is waiting for votes on apr_/) });
  });
});

describe('an earlier payment', () => {
  test('may be a line that is no payout yet', async () => {
    await using paying = await startPaying(service);
    await paying.run(['submit', paying.file(rowsTo(paying, 1)), '--no-auto-commit']);
    const ended = await paying.run(['submit', paying.file(rowsTo(paying, 1), 'copy.csv')]);
    expect(ended).toMatchObject({
      code: 2,
      err: expect.stringMatching(/of a payout that has not been created yet, sent .*payouts.csv/),
    });
    await paying.run(['cancel', 'payouts.csv']);
    await paid(paying, rowsTo(paying, 1), 'copy.csv');
  });

  test('is nothing that paid nobody: a refused line, or a payout that failed', async () => {
    await using paying = await startPaying(service);
    const failing = await addRecipient(service, paying.of, { outcome: 'account_invalid' });
    const [header = '', first = '', second = ''] = rowsTo(paying, 2);
    const toNobody = first.replace(paying.destinationAccountId, failing.methods[0].destinationAccountId);
    const file = paying.file([header, toNobody, second.replace('10.00', '0')], 'first.csv');
    expect(await paying.run(['submit', file, '--confirm'])).toMatchObject({ code: 4 });
    const again = paying.file([header, first, second], 'second.csv');
    const refused = await paying.run(['submit', again]);
    expect(refused.err.match(/^line \d: has/gm), refused.err).toEqual(['line 2: has']);
    service.clock.advance(day);
    await settle(service);
    await paid(paying, [header, first, second], 'second.csv');
  });

  test('is looked for in batches alone if a file is long, which is said', { timeout: 600_000 }, async () => {
    await using paying = await startPaying(service, '20000.00');
    await paid(paying, rowsTo(paying, 1));
    const ended = await paying.run(['submit', paying.file(rowsTo(paying, 1_001), 'big.csv')]);
    expect(ended.code).toBe(2);
    expect(ended.err).toContain('line 2: has the reference "line 0" of payout po_');
    expect(ended.err).toContain('Not compared: payouts outside batches, because the file has more than 1000 lines.');
  });
});

describe('what the file itself has sent is no earlier payment', () => {
  test('if another process of the same command sends it meanwhile', async () => {
    await using paying = await startPaying(service);
    const file = paying.file(rowsTo(paying, 2));
    let isSent = false;
    const ended = await paying.run(['submit', file], {
      // Between the look for the file's own runs and the look for other payments.
      fetch: async (input, init) => {
        if (!isSent && String(input).endsWith('/balance')) {
          isSent = true;
          expect(await paying.run(['submit', file])).toMatchObject({ code: 0 });
        }
        return fetch(input, init);
      },
    });
    expect(ended.code, ended.err).toBe(0);
    expect(await countOf(paying)).toBe(2);
  });

  test('if it is the first part of a file that was stopped', { timeout: 600_000 }, async () => {
    await using paying = await startPaying(service, '20000.00');
    const file = paying.file(rowsTo(paying, 1_003));
    const stopped = new AbortController();
    let creates = 0;
    const first = await paying.run(['submit', file], {
      signal: stopped.signal,
      fetch: async (input, init) => {
        if (init?.method === 'POST') creates += 1;
        if (creates === 2) {
          stopped.abort(130);
          throw stopped.signal.reason;
        }
        return fetch(input, init);
      },
    });
    expect(first.code).toBe(130);
    await paying.work();
    const ended = await paying.run(['submit', file]);
    expect(ended.code, ended.err).toBe(0);
    expect(await countOf(paying)).toBe(1_003);
  });
});

describe('a file that was submitted before', () => {
  test('is the same file if its name is composed in another way', async () => {
    await using paying = await startPaying(service);
    await paid(paying, rowsTo(paying, 2), 'L\u00f6hne.csv');
    const again = await paying.run(['submit', paying.file(rowsTo(paying, 2), 'Lo\u0308hne.csv')]);
    expect(again.code, again.err).toBe(0);
    expect(again.err).toContain('This file was already submitted');
    expect(await countOf(paying)).toBe(2);
  });

  test('is called that: when it was sent, that nothing is sent now, and how to send it on purpose', async () => {
    await using paying = await startPaying(service);
    const file = paying.file(rowsTo(paying, 1), 'payroll.csv');
    expect((await paying.run(['submit', file])).code).toBe(0);
    const [{ batchId, createdAt }] = await paying.batches();
    service.clock.advance(30 * day);
    const when = `${createdAt.slice(0, 16).replace('T', ' ')} UTC`;
    const again = await paying.run(['submit', file]);
    expect(again.code, again.err).toBe(0);
    expect(again.err).toContain(`This file was already submitted on ${when}, as ${batchId}: nothing is sent now.`);
    expect(again.err).toContain('give --reference NAME --pay-again');
    expect(again.out).toMatch(new RegExp(`completed: 1 created; .*; submitted ${when}, not now\n$`));
    const json = JSON.parse((await paying.run(['submit', file, '--json'])).out);
    expect(json).toMatchObject({ sentNow: 0, runs: [{ batchId }] });
    const checked = await paying.run(['submit', file, '--check']);
    expect(checked).toMatchObject({ code: 0, err: expect.stringContaining('nothing is sent now') });
    expect(await paying.batches()).toHaveLength(1);
    const onPurpose = await paying.run(['submit', file, '--reference', 'payroll-2', '--pay-again', '--json']);
    expect(onPurpose.code, onPurpose.err).toBe(0);
    expect(JSON.parse(onPurpose.out)).toMatchObject({ sentNow: 1 });
    expect(await countOf(paying)).toBe(2);
  });
});
