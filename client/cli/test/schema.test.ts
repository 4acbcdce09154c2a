import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PayoutRequest } from '../../../shared/payouts/payout/payout-request.ts';
import { buildItem } from '../src/input/build-item.ts';
import { fields } from '../src/input/names.ts';

/** Texts near the rules, and any. */
const text = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '0.00000001',
    '150.00',
    '1e3',
    '00',
    '-1',
    '1.',
    'source',
    'destination',
    'Source',
    'a.b',
    '',
  ),
  fc.constantFrom('\u{200b}', 'a\u{e0001}b', '\u{ad}', '\n', 'x'.repeat(255), 'x'.repeat(256), '\u{ffff}', '\u{d800}'),
  fc.constantFrom(
    'a\u200cb',
    'می\u200cخواهم',
    'علی\u200c',
    'ශ්\u200dරී',
    '👩\u200d💻',
    '👩\u200d',
    '\u3164',
    'ᠠᠬ\u180eᠠ',
  ),
  fc.string({
    unit: fc.constantFrom('a', 'ع', 'ന', '\u0d4d', '\u200c', '\u200d', '👩', '🏴', '\ufe0f', '\u{e0067}', '\u{e007f}'),
  }),
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.stringMatching(/^\d{1,17}(\.\d{0,5})?$/),
  fc.stringMatching(/^[A-Za-z0-9_.-]{60,130}$/),
);

const line = fc.dictionary(
  fc.constantFrom(...fields.map(({ path }) => path)),
  text.map((value) => value.trim()),
);

test('a line passes the check before it is sent if, and only if, the service takes it, and then reads the same', () => {
  let passed = 0;
  fc.assert(
    fc.property(line, fc.boolean(), (values, isSound) => {
      const all = new Map(Object.entries(isSound ? { amount: '1', destinationAccountId: 'a', ...values } : values));
      const { item, faults } = buildItem(all);
      const service = PayoutRequest.safeParse(nested(all));
      expect(faults.length === 0, `${JSON.stringify([...all])}: ${faults}`).toBe(service.success);
      if (item) {
        passed += 1;
        expect(service.data).toEqual(item);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(passed).toBeGreaterThan(100);
});

function nested(values: ReadonlyMap<string, string>): object {
  const body: Record<string, unknown> = {};
  const expectDestination: Record<string, unknown> = {};
  for (const [path, value] of values) {
    const [, name] = /^expectDestination\.(.+)$/.exec(path) ?? [];
    if (name) expectDestination[name] = value;
    else body[path] = value;
  }
  return { ...body, ...(Object.keys(expectDestination).length > 0 && { expectDestination }) };
}
