import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { loggedError } from '../../../../shared/ground/errors/logged-error.ts';
import { ConditionFailed } from '../../../../shared/ground/table/refusals.ts';

const secret = 'DE89370400440532013000';

test('an error is logged with its name, message, code, place and causes', () => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  expect(loggedError(new TypeError('no answer', { cause }))).toEqual({
    name: 'TypeError',
    message: 'no answer',
    stack: expect.stringMatching(/^ {4}at .*logged-error\.test\.ts/),
    cause: { name: 'Error', message: 'refused', code: 'ECONNREFUSED', stack: expect.stringMatching(/^ {4}at /) },
  });
});

test.each<[string, Error]>([
  ['a refused condition', new ConditionFailed({ iban: secret })],
  [
    'a cancelled transaction',
    new TransactionCanceledException({
      message: 'cancelled',
      $metadata: {},
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { iban: { S: secret } } }],
    }),
  ],
  ['an error with fields', Object.assign(new Error('invalid'), { payload: { received: secret }, issues: [secret] })],
  ['a cause that is no error', new Error('failed', { cause: { iban: secret } })],
])('%s is logged without its items', (_what, error) => {
  expect(JSON.stringify(loggedError(error))).not.toContain(secret);
});

test.each([() => JSON.parse(secret), () => JSON.parse(`{"iban":${secret}}`), () => BigInt(secret)])(
  'what a parser could not read is not quoted: %s',
  (parse) => {
    const thrown = (() => {
      try {
        return parse();
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(SyntaxError);
    expect(JSON.stringify(loggedError(thrown))).not.toContain(secret.slice(0, 8));
  },
);

test('a log line stays small, however long a message or a chain of causes is', () => {
  const chain = (length: number): Error => {
    const error = new Error('x'.repeat(1e6));
    if (length > 1) error.cause = chain(length - 1);
    return error;
  };
  expect(JSON.stringify(loggedError(chain(100))).length).toBeLessThan(50_000);
});

test('a chain that comes back to itself ends', () => {
  const error = new Error('again');
  error.cause = error;
  expect(JSON.stringify(loggedError(error))).toContain('again');
});
