import type { Entity } from 'dynamodb-toolbox/entity';
import { EntityParser } from 'dynamodb-toolbox/entity/actions/parse';
import type { Schema } from 'dynamodb-toolbox/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from '../../../../shared/ground/table/parse.ts';
import { PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import { entities } from '../../../support/later-release/entities.ts';

/** A key that every object inherits is one like any other. */
const keys = fc.oneof(fc.constantFrom('__proto__', 'constructor'), fc.string({ minLength: 1, maxLength: 4 }));

/** Values that a schema takes. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'map':
      return mapOf(schema.attributes);
    case 'record':
      return fc.dictionary(keys, valuesOf(schema.elements), {
        maxKeys: 3,
        noNullPrototype: true,
      });
    case 'list':
      return fc.array(valuesOf(schema.elements), { maxLength: 3 });
    case 'any':
      return encodedOf(schema.props.transform);
    case 'string':
      return fc.string({ unit: 'grapheme', maxLength: 8 });
    case 'number':
      return fc.integer().filter((number) => schema.props.putValidator?.(number, schema) !== false);
    case 'boolean':
      return fc.boolean();
    default:
      throw new Error(schema.type);
  }
}

/** Money is a bigint; what is stored as JSON takes any object. */
function encodedOf(transform: unknown): fc.Arbitrary<unknown> {
  if (!transform) return fc.jsonValue();
  const encoded = (transform as { encode: (value: unknown) => string }).encode(1n.toString());
  return encoded === '1'
    ? fc.bigInt()
    : fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }), { noNullPrototype: true });
}

/** Required attributes are always there, optional ones now and then, and one that the schema does not have. */
function mapOf(attributes: Readonly<Record<string, Schema>>): fc.Arbitrary<Record<string, unknown>> {
  const shown = Object.entries(attributes).filter(([, { props }]) => !props.hidden);
  const values: Record<string, fc.Arbitrary<unknown>> = {
    ...Object.fromEntries(shown.map(([name, schema]) => [name, valuesOf(schema)])),
    notInTheSchema: fc.string(),
  };
  const requiredKeys = shown.filter(([, { props }]) => props.required !== 'never').map(([name]) => name);
  return fc.record(values, { requiredKeys, noNullPrototype: true });
}

const referee = (entity: Entity, item: object) => {
  const { item: Item, key } = entity.build(EntityParser).parse(item as never) as { item: object; key: object };
  return { Item, key };
};

/** The error of what throws, or undefined. */
const refusal = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('an item that is written', () => {
  test.each([...entities])('is stored as the library that declares it would store it: %s', (_name, entity) => {
    fc.assert(
      fc.property(mapOf(entity.schema.attributes), (item) => {
        expect(parse(entity, item as never)).toEqual(referee(entity, item));
      }),
      { numRuns: 25 },
    );
  });

  test.each([...entities])(
    'is refused where that library refuses it: without one of its attributes, or with one of another type: %s',
    (_name, entity) => {
      fc.assert(
        fc.property(
          mapOf(entity.schema.attributes),
          fc.constantFrom(...Object.keys(entity.schema.attributes).filter((name) => name !== 'entity')),
          fc.constantFrom(undefined, null, 1, 'text', true, [], {}),
          (item, name, other) => {
            const changed = { ...item, [name]: other };
            const refused = refusal(() => referee(entity, changed));
            if (refused) expect(refusal(() => parse(entity, changed as never))).toBeInstanceOf(Error);
            else expect(parse(entity, changed as never)).toEqual(referee(entity, changed));
          },
        ),
        { numRuns: 25 },
      );
    },
  );

  test('says nothing of its values when it is refused', () => {
    const refused = refusal(() => parse(PayoutEntity, { organizationId: 'org', payoutId: ['secret'] } as never));
    expect(String(refused)).toBe('Error: payout.payoutId is no string');
  });
});
