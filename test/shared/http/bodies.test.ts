import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectError, faultsOf } from '../../support/answers.ts';
import { bodyOf, pathOf, readFeed, recipientBody, type TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

const MIB = 1024 * 1024;

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  organization = await service.organization();
});

const fundPath = () => `${pathOf(organization)}/sandbox/fund`;
const fundRaw = (rawBody: string | Buffer) => service.post(fundPath(), organization, undefined, { rawBody });
const createRecipient = (body: unknown) =>
  service.post(`/recipients/${organization.organizationId}`, organization, body);

const invalid: Readonly<Record<string, string | Buffer>> = {
  'an empty body': '',
  spaces: '   ',
  'half an object': '{"amount":"1.00"',
  'two objects': '{"amount":"1.00"}{"amount":"1.00"}',
  'a trailing comma': '{"amount":"1.00",}',
  'single quotes': "{'amount':'1.00'}",
  NaN: '{"amount":NaN}',
  'a form': 'amount=1.00',
  'invalid UTF-8 in a string': Buffer.concat([
    Buffer.from('{"amount":"'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('"}'),
  ]),
  'an overlong encoding': Buffer.concat([Buffer.from('{"amount":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
  'UTF-16': Buffer.from('{"amount":"1.00"}', 'utf16le'),
  'nesting without an end': '['.repeat(100_000),
};

test.each(Object.entries(invalid))('%s is not JSON, and nothing changes', async (_name, body) => {
  expect(faultsOf(await fundRaw(body))).toEqual([': invalid_json']);
  expect(await readFeed(service, organization)).toEqual([]);
});

test.each(['null', '[]', '[{"amount":"1.00"}]', '"1.00"', '1', 'true', `${'['.repeat(32)}${']'.repeat(32)}`])(
  'JSON that is no object is refused: %.20s',
  async (body) => {
    const { organizationId } = organization;
    const paths = ['sandbox/fund', 'quotes/offramp', 'quotes/accept'].map((path) => `${pathOf(organization)}/${path}`);
    for (const path of [...paths, `/recipients/${organizationId}`]) {
      const answer = await service.post(path, organization, undefined, { rawBody: body });
      expect(faultsOf(answer), path).toEqual([': invalid_type']);
    }
  },
);

test('deep nesting inside a field is a fault of the field', async () => {
  const nested = (levels: number) => `{"amount":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
  expect(faultsOf(await fundRaw(nested(31)))).toEqual(['amount: invalid_type']);
});

test.each([32, 50_000])('nesting %i levels deep below a field is more than any request needs', async (levels) => {
  const deep = `{"amount":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
  expect(faultsOf(await fundRaw(deep))).toEqual([': invalid_json']);
});

describe('unknown fields', () => {
  test('are named each, at any depth', async () => {
    const body = recipientBody();
    const answer = await createRecipient({ ...body, foo: 1, bar: 2, method: { ...body.method, baz: 3 } });
    expect(faultsOf(answer).sort()).toEqual(['bar', 'foo', 'method.baz'].map((path) => `${path}: unrecognized_key`));
  });

  test('do not hide the known ones', async () => {
    expect(faultsOf(await service.post(fundPath(), organization, { amount: 1, foo: 1 })).sort()).toEqual([
      'amount: invalid_type',
      'foo: unrecognized_key',
    ]);
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    '%s is one of them',
    async (name) => {
      expect(faultsOf(await fundRaw(`{"amount":"1.00","${name}":{"amount":"9.00"}}`))).toEqual([
        `${name}: unrecognized_key`,
      ]);
    },
  );

  test('in the free-form details of a recipient are refused by name even when it is __proto__', async () => {
    const details = '"recipientDetails":{"__proto__":"x",';
    const rawBody = JSON.stringify(recipientBody()).replace('"recipientDetails":{', details);
    const recipients = `/recipients/${organization.organizationId}`;
    const answer = await service.post(recipients, organization, undefined, { rawBody });
    expect(faultsOf(answer)).toEqual(['method.recipientDetails.__proto__: unrecognized_key']);
  });

  test('by the thousand are cut to a hundred, and long names to what can be read', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 1]));
    expect(faultsOf(await service.post(fundPath(), organization, { amount: '1.00', ...many }))).toHaveLength(100);

    const answer = await service.post(fundPath(), organization, { amount: '1.00', ['x'.repeat(MIB / 2)]: 1 });
    expect(faultsOf(answer)).toEqual([`${'x'.repeat(128)}: unrecognized_key`]);
    expect(answer.text.length).toBeLessThan(2_000);
  });
});

test('every field that is missing or wrong is named in errors, with a message and a code', async () => {
  const answer = await createRecipient({
    type: 'robot',
    name: ' ',
    country: 'de',
    method: { kind: 'fiat', currency: 'EURO' },
  });
  expect(faultsOf(answer).sort()).toEqual([
    'country: invalid_format',
    'method.currency: invalid_format',
    'method.recipientDetails: required',
    'name: too_small',
    'type: invalid_value',
  ]);
  for (const { message } of answer.body.errors) expect(message).toEqual(expect.any(String));
});

describe('the size of a body', () => {
  const padded = (bytes: number) => '{"amount":"1.00"}'.padEnd(bytes, ' ');

  test('may be exactly 1 MiB', async () => {
    expect(bodyOf(await fundRaw(padded(MIB)), 201)).toMatchObject({ amount: '1.00' });
  });

  test('may not be one byte more, on any route', async () => {
    expectError(await fundRaw(padded(MIB + 1)), 'BAD_REQUEST', {
      status: 400,
      resolution: String.raw`Send UTF-8 instead of \u escapes.`,
    });
    expectError(
      await service.call('GET', `${pathOf(organization)}/balance`, organization, { rawBody: padded(MIB + 1) }),
      'BAD_REQUEST',
    );
    expect(await readFeed(service, organization)).toEqual([]);
  });

  test('is counted in bytes, not in characters', async () => {
    const body = `{"amount":"1.00","note":"${'€'.repeat(MIB / 3)}"}`;
    expect(body.length).toBeLessThan(MIB);
    expectError(await fundRaw(body), 'BAD_REQUEST');
  });
});

test('a byte order mark in front of the JSON is refused: others would sign or read other bytes', async () => {
  expect(faultsOf(await fundRaw('\ufeff{"amount":"1.00"}'))).toEqual([': invalid_json']);
});

test('a key that is given twice is refused: another reader of the same bytes may take the other one', async () => {
  expect(faultsOf(await fundRaw('{"amount":"1.00","amount":"900.00"}'))).toEqual(['amount: repeated_key']);
  expect(await readFeed(service, organization)).toEqual([]);
});

test('how deep keys are repeated does not make the answer long', async () => {
  const deep = `{"amount":${'{"a":'.repeat(50_000)}{"b":1,"b":2}${'}'.repeat(50_000)}}`;
  const answer = await fundRaw(deep);
  expectError(answer, 'VALIDATION_ERROR');
  expect(answer.text.length).toBeLessThan(2_000);
});

describe('a compressed body', () => {
  const json = JSON.stringify({ amount: '1.00' });

  test.each([
    ['gzip', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['br', brotliCompressSync(json)],
    ['zstd', zstdCompressSync(json)],
  ])('by %s is refused, and told why', async (encoding, rawBody) => {
    const headers = { 'content-encoding': encoding };
    const answer = await service.post(fundPath(), organization, undefined, { rawBody, headers });
    expectError(answer, 'VALIDATION_ERROR', {
      detail: expect.stringContaining(`Content-Encoding: ${encoding}`),
      resolution: expect.stringContaining('without Content-Encoding'),
    });
    expect(await readFeed(service, organization)).toEqual([]);
  });

  test('that no header tells of is known by its first bytes', async () => {
    expectError(await fundRaw(gzipSync(json)), 'VALIDATION_ERROR', {
      detail: expect.stringContaining('Content-Encoding: gzip'),
    });
  });

  test('is not what a header alone says: JSON that can be read is read', async () => {
    for (const encoding of ['identity', 'UTF-8', 'gzip']) {
      const headers = { 'content-encoding': encoding };
      bodyOf(await service.post(fundPath(), organization, undefined, { rawBody: json, headers }), 201);
    }
  });

  test('repeats no header that is no name of an encoding', async () => {
    const headers = { 'content-encoding': '<b>x</b>' };
    const answer = await service.post(fundPath(), organization, undefined, { rawBody: gzipSync(json), headers });
    expect(answer.text).not.toContain('<b>');
  });
});
