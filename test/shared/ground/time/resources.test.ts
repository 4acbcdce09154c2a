import { expect, test } from 'vitest';
import { resourceOf, resources } from '../../../../shared/ground/time/resources.ts';

test('a name, a field and a kind belong to one resource', () => {
  for (const name of ['plural', 'field', 'kind'] as const) {
    const values = Object.keys(resources).flatMap((prefix) => resourceOf(prefix)?.[name] ?? []);
    expect(new Set(values).size).toBe(values.length);
  }
});

test('a prefix that nothing has names nothing', () => {
  for (const prefix of ['', 'xx', 'constructor', '__proto__']) expect(resourceOf(prefix)).toBeUndefined();
});
