import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainItem } from '../../../../shared/ground/table/plain-item.ts';

const leaf = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
  fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array({ minLength: 1 }),
  fc.array(fc.string(), { minLength: 1 }).map((texts) => new Set(texts)),
  fc.array(fc.integer(), { minLength: 1 }).map((numbers) => new Set(numbers)),
  fc.constant(new Set([new Uint8Array([1])])),
);
const name = fc.string({ minLength: 1 }).filter((text) => !(text in {}));
const { item } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), fc.dictionary(name, tie('value'))),
  item: fc.dictionary(name, tie('value')),
}));

test('an item is what the document client makes of it', () => {
  fc.assert(
    fc.property(item, (plain) => {
      const image = marshall(plain as never);
      expect(plainItem({ ...image })).toEqual(unmarshall(image as never));
    }),
  );
});

test.each(['1e400', '0.1', '9007199254740992', '-12345678901234567890'])(
  'the number %s is read as by the client',
  (N) => {
    expect(plainItem({ N: { N } })).toEqual(unmarshall({ N: { N } }));
  },
);

test.each([{ unknown: true }, {}])('a type that DynamoDB does not have is refused: %j', (value) => {
  expect(() => plainItem({ value })).toThrow('Unsupported type');
});
