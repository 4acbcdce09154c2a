import { describe, expect, test } from 'vitest';
import { choiceTexts, fieldTextOf, fieldTexts } from '../../../../shared/corridors/catalog/field-texts.ts';
import { languages } from '../../../../shared/pages/language.ts';
import type { RecipientField } from '../../../../shared/ports/corridor.ts';
import { sandboxCorridors } from '../../../../shared/providers/sandbox/corridors/catalog.ts';

const asked = sandboxCorridors.flatMap((corridor) => corridor.recipientFields.map((field) => ({ corridor, field })));
const keyOf = ({ corridor, field }: (typeof asked)[number]) =>
  [`${corridor.country}.${field.name}`, field.name].find((key) => key in fieldTexts);

/** The values that a pattern such as `^(?:a|b)$` lists; undefined for what is typed. */
const listedIn = ({ pattern }: RecipientField) => /^\^\(\?:([a-z]+(?:\|[a-z]+)+)\)\$$/.exec(pattern)?.[1]?.split('|');

test('every field of every corridor has its texts, and no text is of no field', () => {
  expect(asked.length).toBeGreaterThan(60);
  expect(asked.filter((one) => keyOf(one) === undefined)).toEqual([]);
  expect([...new Set(asked.map(keyOf))].sort()).toEqual(Object.keys(fieldTexts).sort());
});

test('every value that is chosen has its texts, and no text is of no value', () => {
  const chosen = Object.fromEntries(
    asked.flatMap(({ field }) => {
      const listed = listedIn(field);
      return listed ? [[field.name, listed.toSorted()]] : [];
    }),
  );
  const written = Object.entries(choiceTexts).map(([name, texts]) => [name, Object.keys(texts).sort()]);
  expect(Object.fromEntries(written)).toEqual(chosen);
});

describe.each(languages)('in %s', (language) => {
  test('a field has a label and says what form it has', () => {
    for (const { corridor, field } of asked) {
      const { label, form } = fieldTextOf(corridor, field, language);
      expect(label.trim(), `${corridor.corridorId} ${field.name}`).not.toBe('');
      expect(form, `${corridor.corridorId} ${field.name}`).toMatch(/^\p{Lu}.*\.$/u);
    }
  });

  test('a value that is chosen has a name', () => {
    const names = Object.values(choiceTexts).flatMap((texts) => Object.values(texts).map((text) => text[language]));
    expect(names.filter((name) => name.trim() === '')).toEqual([]);
    expect(names).toHaveLength(7);
  });

  test('two fields of one account do not have the same label', () => {
    for (const corridor of sandboxCorridors) {
      const labels = corridor.recipientFields.map((field) => fieldTextOf(corridor, field, language).label);
      expect(new Set(labels).size, corridor.corridorId).toBe(labels.length);
    }
  });
});

test('a field without texts is shown as its corridor names it', () => {
  const field = { name: 'other', label: 'Other', required: true, pattern: '^a$', example: 'a' };
  expect(fieldTextOf({ country: 'XX' }, field, 'de')).toEqual({ label: 'Other', form: 'a' });
});
