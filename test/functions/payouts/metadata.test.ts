import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addQuote,
  addRecipient,
  bodyOf,
  fundedOrganization,
  pathOf,
  sendPayout,
  type TestOrganization,
} from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { advance, batchingOrganization, itemsOf, linesTo, submit, submitted } from '../batches/support.ts';

let service: TestService;
let of: TestOrganization;
let recipient: Answer['body'];

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  of = await fundedOrganization(service, '10000.00');
  recipient = await addRecipient(service, of);
});

const send = (metadata: unknown) => sendPayout(service, of, recipient, { metadata });

/** Sends a body in which the metadata stands as it is written. */
function sendText(metadata: string): Promise<Answer> {
  const { destinationAccountId } = recipient.methods[0];
  const rawBody = `{"amount":"1.00","destinationAccountId":"${destinationAccountId}","metadata":${metadata}}`;
  return service.call('POST', `${pathOf(of)}/payouts`, of, { idempotencyKey: randomUUID(), rawBody });
}

const faultsOf = ({ status, body }: Answer) => [status, ...(body.errors ?? []).map((fault: Answer['body']) => fault)];
const keys = (count: number, value = '1') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, value]));
/** An object of so many bytes as JSON, mostly in characters of two bytes. */
function sized(bytes: number): Record<string, string> {
  const metadata = keys(4, 'ä'.repeat(200));
  const rest = bytes - Buffer.byteLength(JSON.stringify({ ...metadata, rest: '', last: '' }));
  return { ...metadata, rest: 'x'.repeat(Math.min(rest, 200)), last: 'x'.repeat(Math.max(0, rest - 200)) };
}

describe('metadata is kept as it was sent:', () => {
  test.each<[string, Record<string, string>]>([
    ['names that objects have of themselves', { toString: 'a', constructor: 'b', prototype: 'c', length: '0' }],
    [
      'the names of fields of a payout, which stay what they are',
      { status: 'completed', payoutId: 'po_1', amount: '1' },
    ],
    [
      'digits with zeros before and behind them',
      { zip: '01067', cost: '1.10', big: '12345678901234567890', exp: '1e3' },
    ],
    ['words that files take for something else', { a: 'true', b: 'null', c: '=1+1', d: '2026-03-01', e: 'NaN' }],
    ['emoji, flags and letters of two forms', { a: '👩‍💻'.repeat(40), b: '🇩🇪', c: 'e\u0301', d: '\u00e9' }],
    ['200 characters of three bytes, or of four', { a: '한'.repeat(200), b: '💶'.repeat(200) }],
    ['several lines and quotation marks', { a: 'one\ntwo', b: '"\\"', c: "';--" }],
    ['the longest key, and dots at its ends', { ['k'.repeat(40)]: '1', '.a.': '2', '-': '3' }],
    ['20 keys', keys(20)],
    ['2,048 bytes', sized(2_048)],
    ['none at all', {}],
  ])('%s', async (_, metadata) => {
    const payout = bodyOf(await send(metadata));
    expect(payout.metadata).toEqual(metadata);
    expect(payout).toMatchObject({ status: 'pending', sourceAmount: '100.00' });
    expect(bodyOf(await service.get(`${pathOf(of)}/orders/${payout.payoutId}`, of))).toEqual(payout);
  });

  test('its keys in their order', async () => {
    const { metadata } = bodyOf(await send({ b: '1', a: '2', c: '3' }));
    expect(Object.keys(metadata)).toEqual(['b', 'a', 'c']);
  });

  test('without empty values and the spaces around others', async () => {
    expect(bodyOf(await send({ a: '', b: '  ', c: ' x ' })).metadata).toEqual({ c: 'x' });
  });
});

describe('metadata is refused', () => {
  test.each<[string, unknown, string, string]>([
    ['with 21 keys', keys(21), 'metadata', 'has more than 20 keys'],
    ['of 2,049 bytes', sized(2_049), 'metadata', 'is larger than 2 KiB as JSON'],
    ['with a value of 201 characters', { a: 'x'.repeat(201) }, 'metadata.a', 'has more than 200 characters'],
    ['with 201 emoji in a value', { a: '💶'.repeat(201) }, 'metadata.a', 'has more than 200 characters'],
    ['with half an emoji', { a: '💶'.slice(0, 1) }, 'metadata.a', 'is not well-formed Unicode'],
    ['with a number', { a: 1 }, 'metadata.a', 'is a number, not a string'],
    ['with null', { a: null }, 'metadata.a', 'is null, not a string'],
    ['with a list', { a: ['b'] }, 'metadata.a', 'is a list, not a string'],
    ['with an object', { a: { b: 'c' } }, 'metadata.a', 'is an object, not a string'],
    ['with a control character', { a: 'a\u0000' }, 'metadata.a', 'has control or format characters'],
    ['that changes the direction of text', { a: '\u202eabc' }, 'metadata.a', 'has control or format characters'],
    ['as a list', [], 'metadata', 'is a list, not an object'],
    ['as a text', '{"a":"1"}', 'metadata', 'is a string, not an object: it was encoded as JSON twice'],
    ['as null', null, 'metadata', 'is null, not an object'],
    ...['', ' ', 'a b', 'é', '💶', 'a[b]', 'a\u0000', 'k'.repeat(41)].map((key): [string, unknown, string, string] => [
      `with the key ${JSON.stringify(key)}`,
      { [key]: '1' },
      `metadata.${key}`,
      'is not a key: 1 to 40 of A-Z a-z 0-9 _ . -',
    ]),
  ])('%s', async (_, metadata, path, message) => {
    expect(faultsOf(await send(metadata))).toEqual([400, expect.objectContaining({ path, message })]);
  });

  test('with the key __proto__', async () => {
    const key = '__proto__';
    const [status, fault] = faultsOf(await sendText(`{"${key}":"1"}`));
    expect([status, fault]).toEqual([
      400,
      expect.objectContaining({ path: `metadata.${key}`, code: 'unrecognized_key' }),
    ]);
  });

  test('with a key twice, however it is written', async () => {
    const [status, fault] = faultsOf(await sendText('{"a":"1","\\u0061":"1"}'));
    expect([status, fault]).toEqual([400, expect.objectContaining({ path: 'metadata.a', code: 'repeated_key' })]);
  });

  test('in a quote and in a line alike', async () => {
    const { destinationAccountId } = recipient.methods[0];
    const quote = { amount: '1.00', destinationAccountId, metadata: { a: 1 } };
    expect(faultsOf(await service.post(`${pathOf(of)}/quotes/offramp`, of, quote))[1].path).toBe('metadata.a');
    const by = await batchingOrganization(service);
    const answer = await submit(service, by, linesTo(await addRecipient(service, by), 2, { metadata: { a: 1 } }));
    expect(
      faultsOf(answer)
        .slice(1)
        .map(({ path }) => path),
    ).toEqual(['items[0].metadata.a', 'items[1].metadata.a']);
  });
});

test('a quote without metadata has none, nor has its payout', async () => {
  expect(await addQuote(service, of, recipient)).not.toHaveProperty('metadata');
  expect(bodyOf(await sendPayout(service, of, recipient))).not.toHaveProperty('metadata');
});

test('lines whose metadata differs in order alone are twins; those whose values differ are not', async () => {
  const by = await batchingOrganization(service);
  const payee = await addRecipient(service, by);
  const [line] = linesTo(payee, 1);
  const { reference: _, ...unnamed } = line;
  const metadata = [
    { a: '1', b: '2' },
    { b: '2', a: '1' },
    { a: '1', b: '3' },
  ];
  const items = metadata.map((each) => ({ ...unnamed, metadata: each }));
  const batch = await submitted(service, by, items, { autoCommit: false });
  await advance(service, by, batch);
  expect((await itemsOf(service, by, batch)).map(({ status }) => status)).toEqual(['valid', 'invalid', 'valid']);
});
