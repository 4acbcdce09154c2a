import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparedForm as formOfService } from '../../../shared/ground/text/compared-form.ts';
import { comparedForm } from '../src/input/compared-form.ts';

test('the command compares texts as the service does: every character, and texts of any', () => {
  for (let code = 0; code < 0x110000; code += 1) {
    const text = `e${String.fromCodePoint(code)}\u0301 b`;
    if (comparedForm(text) !== formOfService(text))
      expect(comparedForm(text), code.toString(16)).toBe(formOfService(text));
  }
  const unit = fc.constantFrom(
    'e',
    '\u0301',
    '\u0323',
    ' ',
    '\u00a0',
    '\u2028',
    '\t',
    '\u200d',
    '\ufe0f',
    '\u3164',
    '한',
  );
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' })), (text) => {
      expect(comparedForm(text)).toBe(formOfService(text));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['Jos\u00e9', 'Jose\u0301'],
  ['RE 2026', 'RE\u00a02026'],
  ['RE 2026', 'RE\u20092026\u3000'],
  ['\u0645\u06cc\u200c\u062e', '\u0645\u06cc\u062e'],
  ['\u2764\ufe0f', '\u2764'],
])('%j and %j are the same', (one, other) => {
  expect(comparedForm(one)).toBe(comparedForm(other));
});
