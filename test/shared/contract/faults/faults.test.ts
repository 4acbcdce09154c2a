import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { faultsOf, zodFaultOptions } from '../../../../shared/contract/faults/faults.ts';

function faults(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value, zodFaultOptions);
  return error ? faultsOf(error).map(({ path, message, code }) => `${path}: ${message} (${code})`) : [];
}

describe('a fault of a field is told in the service’s own words', () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.string(), 1, 'is a number, not a string (invalid_type)'],
    [z.string(), null, 'is null, not a string (invalid_type)'],
    [z.number(), '1', 'is a string, not a number (invalid_type)'],
    [z.int(), 1.5, 'is not a whole number (invalid_type)'],
    [z.boolean(), 'true', 'is a string, not true or false (invalid_type)'],
    [z.array(z.string()), {}, 'is an object, not a list (invalid_type)'],
    [z.strictObject({}), [], 'is a list, not an object (invalid_type)'],
    [z.strictObject({}), '{"a":1}', 'is a string, not an object: it was encoded as JSON twice (invalid_type)'],
    [z.record(z.string(), z.string()), 1, 'is a number, not an object (invalid_type)'],
    [z.enum(['a', 'b']), 'c', 'is not one of a, b (invalid_value)'],
    [z.enum(['pending', 'failed']), 'Pendng', 'is not one of pending, failed: did you mean pending? (invalid_value)'],
    [z.literal('a'), 'b', 'is not a (invalid_value)'],
    [z.string().max(3), 'abcd', 'has more than 3 characters (too_big)'],
    [z.string().min(1), '', 'is empty (too_small)'],
    [z.string().min(2), 'a', 'has fewer than 2 characters (too_small)'],
    [z.array(z.string()).max(1), ['a', 'b'], 'has more than 1 entries (too_big)'],
    [z.array(z.string()).min(1), [], 'is empty (too_small)'],
    [z.number().max(3), 4, 'is above 3 (too_big)'],
    [z.number().min(3), 2, 'is below 3 (too_small)'],
    [z.email(), 'ada', 'is not an email address (invalid_format)'],
    [z.string().regex(/^a/), 'b', 'has the wrong format (invalid_format)'],
    [z.string().regex(/^a/, 'does not begin with a'), 'b', 'does not begin with a (invalid_format)'],
    [z.string().refine(() => false, 'is refused'), 'b', 'is refused (custom)'],
  ])('%#: %j', (schema, value, told) => {
    expect(faults(z.object({ field: schema }), { field: value })).toEqual([`field: ${told}`]);
  });

  test.each([z.string(), z.enum(['a', 'b']), z.array(z.string()), z.strictObject({})])('%#: it is absent', (schema) => {
    expect(faults(z.object({ field: schema }), {})).toEqual(['field: is required (required)']);
  });

  test('an unknown one is named, within what it is in', () => {
    const schema = z.strictObject({ items: z.array(z.strictObject({})) });
    expect(faults(schema, { items: [{}, { more: 1 }] })).toEqual([
      'items[1].more: is not a known field (unrecognized_key)',
    ]);
  });

  test.each([
    ['snapshot_id', 'did you mean snapshotId?'],
    ['SnapshotID', 'did you mean snapshotId?'],
    ['snapshotid', 'did you mean snapshotId?'],
    ['snapshtId', 'did you mean snapshotId?'],
    ['snapshot', 'did you mean snapshotId?'],
    ['quote', 'the fields are snapshotId, type'],
    ['x'.repeat(10_000), 'the fields are snapshotId, type'],
  ])('an unknown one is told with the nearest known one, or all: %.20s', (name, hint) => {
    const schema = z.strictObject({ snapshotId: z.string().optional(), type: z.string().optional() });
    expect(faults(schema, { [name]: 1 })).toEqual([
      `${name.slice(0, 128)}: is not a known field: ${hint} (unrecognized_key)`,
    ]);
  });

  test('the body as a whole has no name', () => {
    expect(faults(z.strictObject({}), [])).toEqual([': the body is a list, not an object (invalid_type)']);
  });
});
