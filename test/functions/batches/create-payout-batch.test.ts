import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { resume, setControls, suspend } from '../../shared/journal/commit/support.ts';
import { expectError, faultsOf } from '../../support/answers.ts';
import { beforeFirst, type FaultyTable, lostAnswer } from '../../support/faults.ts';
import { bodyOf, fundedOrganization, pathOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';
import {
  act,
  advance,
  type Body,
  batchingOrganization,
  batchOf,
  itemsOf,
  linesTo,
  payee,
  rowsOfBatches,
  startBatches,
  submit,
  submitted,
} from './support.ts';

const maxBytes = 2.5 * 1024 * 1024;

let table: FaultyTable;
let service: TestService;
let of: TestOrganization;
let recipient: Body;
let line: Body;

beforeAll(async () => {
  ({ table, service } = await startBatches());
  of = await batchingOrganization(service);
  recipient = await payee(service, of);
  [line] = linesTo(recipient, 1);
});

/** Sends one batch under one key, as often as a test likes. */
function repeatable(by: TestOrganization, body: object, options: { allowDuplicate?: true } = {}) {
  const idempotencyKey = randomUUID();
  return (changes: object = {}, key = idempotencyKey, at = service): Promise<Answer> =>
    at.call('POST', `${pathOf(by)}/payouts/batches`, by, {
      idempotencyKey: key,
      body: { ...body, ...changes },
      headers: options.allowDuplicate ? { 'x-allow-duplicate': 'true' } : {},
    });
}

/** What a refused run must leave as it was. */
async function storesNothing(answer: Promise<Answer>, by = of): Promise<Answer> {
  const refused = await answer;
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await rowsOfBatches(service, by)).toEqual({});
  return refused;
}

describe('a batch with a faulty envelope is refused as a whole, and nothing of it is stored', () => {
  test.each<[string, (line: Body) => Record<string, unknown>, string]>([
    ['a malformed line', (line) => ({ items: [line, line, { ...line, amount: '1,00' }] }), 'items[2].amount'],
    ['a line of less than nothing', (line) => ({ items: [{ ...line, amount: '-1.00' }] }), 'items[0].amount'],
    ['a line without an account', ({ amount }) => ({ items: [{ amount }] }), 'items[0].destinationAccountId'],
    ['a line with an unknown field', (line) => ({ items: [{ ...line, note: 'x' }] }), 'items[0].note'],
    ['a line that is none', (line) => ({ items: [line, 7] }), 'items[1]'],
    ['a line of 300 KB', (line) => ({ items: [{ ...line, reference: 'x'.repeat(300_000) }] }), 'items[0].reference'],
    ['no line', () => ({ items: [] }), 'items'],
    ['no lines at all', () => ({ items: undefined }), 'items'],
    ['lines that are no list', (line) => ({ items: line }), 'items'],
    ['1,001 lines', (line) => ({ items: Array.from({ length: 1_001 }, () => line) }), 'items'],
    ['no reference', () => ({ externalReferenceId: undefined }), 'externalReferenceId'],
    ['an empty reference', () => ({ externalReferenceId: ' ' }), 'externalReferenceId'],
    ['a reference of 256 characters', () => ({ externalReferenceId: 'x'.repeat(256) }), 'externalReferenceId'],
    ['a reference with a control character', () => ({ externalReferenceId: 'a\u0000b' }), 'externalReferenceId'],
    ['an unknown field', () => ({ name: 'run' }), 'name'],
    ['an autoCommit that is no boolean', () => ({ autoCommit: 'false' }), 'autoCommit'],
  ])(
    '%s',
    quotes({
      'Endpoints > Create a payout batch': [
        'Body: `externalReferenceId` (string',
        '`items` (array of `POST /payouts` bodies, at most 1,000), `autoCommit` (boolean',
        '400: envelope validation (malformed line, too many lines, bad `externalReferenceId`)',
      ],
      Limits: 'Batch size | at most 1,000 items',
    }),
    async (_name, faulty, path) => {
      const answer = await storesNothing(submit(service, of, [line], faulty(line)));
      expect(faultsOf(answer).map((fault) => fault.split(': ')[0])).toEqual([path]);
    },
  );

  test('a body of one byte over 2.5 MiB', async () => {
    const run = { externalReferenceId: randomUUID(), items: [{ ...line, reference: '' }] };
    const room = maxBytes - JSON.stringify(run).length;
    const ofBytes = (bytes: number) => {
      const items = [{ ...line, reference: 'x'.repeat(bytes) }];
      const rawBody = JSON.stringify({ ...run, items });
      return service.call('POST', `${pathOf(of)}/payouts/batches`, of, { idempotencyKey: randomUUID(), rawBody });
    };
    const tooLarge = await storesNothing(ofBytes(room + 1));
    expectError(tooLarge, 'BAD_REQUEST', { detail: 'the body is larger than 2621440 bytes' });
    // One byte less is read, and only then refused for its line.
    expect(faultsOf(await storesNothing(ofBytes(room)))).toEqual([expect.stringContaining('items[0].reference')]);
  });

  test.each(['', 'a/b', undefined])(
    'an idempotency key that is none: %s',
    quotes({ 'Endpoints > Create a payout batch': ['`Idempotency-Key` required', 'idempotency header errors.'] }),
    async (idempotencyKey) => {
      const body = { externalReferenceId: randomUUID(), items: [line] };
      const path = `${pathOf(of)}/payouts/batches`;
      const answer = await storesNothing(
        service.call('POST', path, of, { body, ...(idempotencyKey !== undefined && { idempotencyKey }) }),
      );
      expectError(answer, idempotencyKey === undefined ? 'IDEMPOTENCY_KEY_REQUIRED' : 'IDEMPOTENCY_KEY_INVALID');
    },
  );
});

describe('a batch', () => {
  test(
    'of 1,000 lines with the longest fields is stored and read back',
    quotes({ Limits: 'Batch size | at most 1,000 items' }),
    async () => {
      const by = await batchingOrganization(service);
      const { destinationAccountId } = (await payee(service, by)).methods[0];
      const text = (seed: number) =>
        Array.from({ length: 255 }, (_, place) =>
          String.fromCharCode(0x4e00 + ((seed * 7_919 + place * 104_729) % 20_000)),
        ).join('');
      const items = Array.from({ length: 1_000 }, (_, index) => ({
        amount: '999999999999999.9999',
        destinationAccountId,
        reference: text(index),
        endUserId: text(index + 1_000),
      }));
      const batch = bodyOf(await submit(service, by, items, { externalReferenceId: text(7) }), 202);
      expect(batch).toMatchObject({ status: 'received', itemCount: 1_000 });
      expect(await rowsOfBatches(service, by)).toEqual({ batch: 1, batchLines: 12, batchReference: 1 });
      const stored = await itemsOf(service, by, batch);
      expect(stored.map(({ request }) => request)).toEqual(items.map((item) => expect.objectContaining(item)));
    },
  );

  test('of lines that are the longest there are, and hardly deflate, is stored and read back', async () => {
    const by = await batchingOrganization(service);
    const bytes = (seed: string) => createHash('shake256', { outputLength: 1_024 }).update(seed).digest();
    const letters = (seed: string, count: number) => bytes(seed).toString('base64url').slice(0, count);
    const signs = (seed: string) =>
      Array.from({ length: 255 }, (_, at) => String.fromCharCode(0x3400 + (bytes(seed).readUInt16LE(2 * at) % 0x6bff)));
    const items = Array.from({ length: 100 }, (_, line) => {
      const values = Array.from({ length: 9 }, (_, key) => [`${key}`, letters(`${line} ${key}`, 200)]);
      return {
        amount: '999999999999999.9999',
        amountLeg: 'destination',
        destinationAccountId: letters(`account ${line}`, 128),
        purposeOfPayment: letters(`reason ${line}`, 64),
        reference: signs(`reference ${line}`).join(''),
        endUserId: signs(`end user ${line}`).join(''),
        metadata: { ...Object.fromEntries(values), rest: letters(`rest ${line}`, 140) },
      };
    });
    const batch = bodyOf(await submit(service, by, items), 202);
    expect(await rowsOfBatches(service, by)).toEqual({ batch: 1, batchLines: 2, batchReference: 1 });
    const stored = await itemsOf(service, by, batch);
    expect(stored.map(({ request }) => request)).toEqual(items);
  });

  test(
    'is answered without its items, and announces nothing yet',
    quotes({
      'Endpoints > Create a payout batch': ['`POST P/payouts/batches`.', 'default true).', '202: batch in `received`'],
      'States and transitions > Payout batch':
        '(none) | create batch | envelope valid | `received` | 202; nothing validated yet',
      'Resources and their fields > Payout batch and item': [
        'Batch fields named: `batchId`, `externalReferenceId`',
        '`autoCommit` (boolean, default `true`, echoed back).',
      ],
    }),
    async () => {
      const by = await batchingOrganization(service);
      const externalReferenceId = 'run 1';
      const batch = await submitted(service, by, linesTo(await payee(service, by), 2), { externalReferenceId });
      const at = new Date(service.clock.now).toISOString();
      expect(batch).toEqual({
        batchId: expect.stringMatching(/^pb_/),
        externalReferenceId,
        status: 'received',
        autoCommit: true,
        itemCount: 2,
        counts: { pending: 2, valid: 0, invalid: 0, created: 0, create_failed: 0 },
        progress: { validated: 0, resolved: 0 },
        totals: { requested: [], debited: [] },
        livemode: false,
        createdAt: at,
        updatedAt: at,
      });
      expect((await readFeed(service, by)).map(({ type }) => type)).toEqual(['deposit.completed']);
    },
  );

  test(
    'is refused while batches are off',
    quotes({ 'Endpoints > Create a payout batch': '403 `MASS_PAYOUTS_DISABLED`' }),
    async () => {
      const off = await fundedOrganization(service);
      const items = linesTo(await payee(service, off), 1);
      expectError(await storesNothing(submit(service, off, items), off), 'MASS_PAYOUTS_DISABLED');
      await setControls(service.runtime, off.organizationId, { features: ['mass_payouts'] });
      await submitted(service, off, items);
    },
  );

  test('is refused when batches are switched off at the last moment, and its reference stays free', async () => {
    const by = await batchingOrganization(service);
    const run = repeatable(by, { externalReferenceId: 'run', items: linesTo(await payee(service, by), 1) });
    table.intercept(
      beforeFirst('TransactWrite', () => setControls(service.runtime, by.organizationId, { features: [] })),
    );
    expectError(await run(), 'MASS_PAYOUTS_DISABLED');
    table.intercept(undefined);
    await setControls(service.runtime, by.organizationId, { features: ['mass_payouts'] });
    bodyOf(await run(), 202);
  });

  test('may be submitted 30 times a minute', quotes({ Limits: 'Batch submission | 30 per minute' }), async () => {
    const limited = await TestService.start();
    const by = await batchingOrganization(limited);
    const items = linesTo(await payee(limited, by), 1);
    for (let count = 0; count < 30; count += 1) await submitted(limited, by, items);
    const refused = await submit(limited, by, items);
    expectError(refused, 'RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    limited.clock.advance(60_000);
    await submitted(limited, by, items);
  });

  test('is not taken from a session', async () => {
    const owner = await service.member(of.organizationId, 'owner');
    const body = { externalReferenceId: randomUUID(), items: [line] };
    expectError(await service.post(`${pathOf(of)}/payouts/batches`, owner, body), 'UNAUTHORIZED');
  });
});

describe('the same key', () => {
  test(
    'replays the answer, whatever has become of the run',
    quotes({ 'Endpoints > Create a payout batch': 'replays carry `Idempotency-Replayed`.' }),
    async () => {
      const by = await batchingOrganization(service);
      const run = repeatable(by, { externalReferenceId: 'run', items: linesTo(await payee(service, by), 2) });
      const first = await run();
      await advance(service, by, bodyOf(first, 202));
      const replayed = await run();
      expect([replayed.status, replayed.body]).toEqual([202, first.body]);
      expect([first, replayed].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true']);
      expect(await rowsOfBatches(service, by)).toEqual({ batch: 1, batchItem: 2, batchLines: 1, batchReference: 1 });
    },
  );

  test(
    'with another body is a conflict',
    quotes({ 'Endpoints > Create a payout batch': 'idempotency conflicts' }),
    async () => {
      const by = await batchingOrganization(service);
      const items = linesTo(await payee(service, by), 2);
      const run = repeatable(by, { externalReferenceId: 'run', items });
      bodyOf(await run(), 202);
      expectError(await run({ items: items.slice(0, 1) }), 'IDEMPOTENCY_KEY_CONFLICT');
      expectError(await run({ autoCommit: false }), 'IDEMPOTENCY_KEY_CONFLICT');
      expect(await rowsOfBatches(service, by)).toEqual({ batch: 1, batchLines: 1, batchReference: 1 });
    },
  );

  test('after a refusal, with fewer lines, pays only those', async () => {
    const by = await batchingOrganization(service);
    const items = linesTo(await payee(service, by), 150);
    const run = repeatable(by, { externalReferenceId: 'run', items });
    // The lines are stored by then, and the batch is not.
    table.intercept(beforeFirst('TransactWrite', () => suspend(service.runtime, by.organizationId)));
    expectError(await run(), 'ACCOUNT_BLOCKED');
    table.intercept(undefined);
    await resume(service.runtime, by.organizationId);
    const fewer = items.slice(100, 103).map((item) => ({ ...item, amount: '7.00' }));
    const batch = bodyOf(await run({ items: fewer }), 202);
    await advance(service, by, batch);
    const paid = await itemsOf(service, by, batch);
    expect(paid.map(({ status, request }) => [status, request.amount, request.reference])).toEqual(
      fewer.map(({ reference }) => ['created', '7.00', reference]),
    );
    expect((await readFeed(service, by, 'type=payout.pending')).length).toBe(3);
  });
});

describe('a reference', () => {
  test(
    'is taken once: a twin under another key is a probable duplicate first, and then refused in any case',
    quotes({
      'Endpoints > Create a payout batch': [
        '409 `PAYOUT_BATCH_DUPLICATE_REFERENCE` (`originalBatchId`; nothing submitted)',
        '`DUPLICATE_REQUEST_DETECTED`',
      ],
      'Resources and their fields > Payout batch and item': '`externalReferenceId` (unique per organization)',
    }),
    async () => {
      const by = await batchingOrganization(service);
      const items = linesTo(await payee(service, by), 2);
      const body = { externalReferenceId: 'run', items };
      const { batchId } = bodyOf(await repeatable(by, body)(), 202);
      expectError(await repeatable(by, body)(), 'DUPLICATE_REQUEST_DETECTED', { originalBatchId: batchId });
      const taken = { originalBatchId: batchId };
      expectError(await repeatable(by, body, { allowDuplicate: true })(), 'PAYOUT_BATCH_DUPLICATE_REFERENCE', taken);
      const other = { ...body, items: items.slice(1) };
      expectError(await repeatable(by, other)(), 'PAYOUT_BATCH_DUPLICATE_REFERENCE', taken);
      expect(await rowsOfBatches(service, by)).toEqual({ batch: 1, batchLines: 1, batchReference: 1 });
    },
  );

  test(
    'is of the organization: another one may have the same',
    quotes({ 'Endpoints > Create a payout batch': 'unique per organization)' }),
    async () => {
      for (const by of [await batchingOrganization(service), await batchingOrganization(service)]) {
        await submitted(service, by, linesTo(await payee(service, by), 1), { externalReferenceId: 'everybody' });
      }
    },
  );

  test('stays with a canceled run', async () => {
    const by = await batchingOrganization(service);
    const items = linesTo(await payee(service, by), 1);
    const batch = await submitted(service, by, items, { externalReferenceId: 'run' });
    bodyOf(await act(service, by, batch, 'cancel', by));
    service.clock.advance(60 * 60_000);
    const again = await submit(service, by, items, { externalReferenceId: 'run' });
    expectError(again, 'PAYOUT_BATCH_DUPLICATE_REFERENCE', { originalBatchId: batch.batchId });
  });

  test('is won by one of two runs at once, and only its lines are paid', async () => {
    const by = await batchingOrganization(service);
    const to = await payee(service, by);
    const answers = await Promise.all(
      ['1.00', '2.00'].map((amount) =>
        submit(service, by, linesTo(to, 3, { amount }), { externalReferenceId: 'contested' }),
      ),
    );
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status) as [Answer, Answer];
    const batch = bodyOf(won, 202);
    expectError(lost, 'PAYOUT_BATCH_DUPLICATE_REFERENCE', { originalBatchId: batch.batchId });
    await advance(service, by, batch);
    const amount = answers[0] === won ? '1.00' : '2.00';
    expect((await itemsOf(service, by, batch)).map(({ request }) => request.amount)).toEqual([amount, amount, amount]);
    expect((await readFeed(service, by, 'type=payout.pending')).length).toBe(3);
  });
});

describe('a lost answer', () => {
  test('of the commit is found out: the batch is answered as stored', async () => {
    const by = await batchingOrganization(service);
    const run = repeatable(by, { externalReferenceId: 'run', items: linesTo(await payee(service, by), 2) });
    let lost = 0;
    table.intercept(async ({ name }, send) => {
      const answer = await send();
      if (name !== 'TransactWrite' || lost > 0) return answer;
      lost += 1;
      throw lostAnswer();
    });
    const batch = bodyOf(await run(), 202);
    table.intercept(undefined);
    expect(lost).toBe(1);
    expect(await batchOf(service, by, batch)).toEqual(batch);
    expect(await rowsOfBatches(service, by)).toEqual({ batch: 1, batchLines: 1, batchReference: 1 });
  });

  test(
    'that stays lost is PAYOUT_OUTCOME_UNKNOWN, and the list by reference says what became of it',
    quotes({
      'Endpoints > Create a payout batch':
        '500 `PAYOUT_OUTCOME_UNKNOWN`: list batches by `externalReferenceId` before resubmitting, never under a new key.',
    }),
    async () => {
      const by = await batchingOrganization(service);
      const run = repeatable(by, { externalReferenceId: 'run', items: linesTo(await payee(service, by), 2) });
      let isSilent = false;
      table.intercept(async ({ name }, send) => {
        if (isSilent) throw lostAnswer();
        isSilent = name === 'TransactWrite';
        const answer = await send();
        if (isSilent) throw lostAnswer();
        return answer;
      });
      const advice = 'list batches by externalReferenceId before you resubmit, never under a new key';
      expectError(await run(), 'PAYOUT_OUTCOME_UNKNOWN', { status: 500, detail: expect.stringContaining(advice) });
      table.intercept(undefined);
      const { data } = bodyOf(await service.get(`${pathOf(by)}/payouts/batches?externalReferenceId=run`, by));
      expect(data).toMatchObject([{ status: 'received', itemCount: 2 }]);
      const replayed = await run();
      expect([replayed.status, replayed.body.batchId]).toEqual([202, data[0].batchId]);
    },
  );

  test(
    'of a commit that never arrived is unknown to every replay',
    quotes({ 'Endpoints > Create a payout batch': '`PAYOUT_OUTCOME_UNKNOWN` on replay.' }),
    async () => {
      const by = await batchingOrganization(service);
      const run = repeatable(by, { externalReferenceId: 'run', items: linesTo(await payee(service, by), 2) });
      table.intercept(async ({ name }, send) => {
        if (name === 'TransactWrite' || name === 'Delete') throw lostAnswer();
        return send();
      });
      expectError(await run(), 'PAYOUT_OUTCOME_UNKNOWN', { status: 500 });
      table.intercept(undefined);
      expectError(await run(), 'PAYOUT_OUTCOME_UNKNOWN', { status: 409 });
    },
  );
});
