import { expect, test } from 'vitest';
import { gatherFacts } from '../facts.ts';
import { measureUnits } from './operations.ts';

test('every signed read is measured', async () => {
  const { reads } = await gatherFacts();
  const measured = await measureUnits();
  expect(reads.filter((operation) => !measured.has(operation))).toEqual([]);
});
