import fc from 'fast-check';
import { corridorById } from '../../../../shared/corridors/catalog/find-corridor.ts';
import type { BankCorridor } from '../../../../shared/ports/corridor.ts';
import { sandboxCorridors } from '../../../../shared/providers/sandbox/corridors/catalog.ts';

export function theCorridor(corridorId: string): BankCorridor {
  const corridor = corridorById(sandboxCorridors, corridorId);
  if (!corridor) throw new Error(`no corridor ${corridorId}`);
  return corridor;
}

/** The example of every field. */
export function examplesOf(corridor: BankCorridor): Record<string, string> {
  return Object.fromEntries(corridor.recipientFields.map(({ name, example }) => [name, example]));
}

/** A text of exactly so many digits. */
export function digits(length: number): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((values) => values.join(''));
}

/** Every text that differs in one digit. */
export function singleDigitChanges(text: string): string[] {
  return [...text].flatMap((character, i) =>
    /\d/.test(character)
      ? [...'0123456789']
          .filter((digit) => digit !== character)
          .map((digit) => text.slice(0, i) + digit + text.slice(i + 1))
      : [],
  );
}
