import { describe, expect, test } from 'vitest';
import { choicesOf } from '../../../shared/pages/choices.ts';
import { fieldsOf } from '../../../shared/pages/field.ts';
import { formWords } from './form.ts';

const words = formWords('en');
const shown = (field: Parameters<typeof fieldsOf>[1][number]) => fieldsOf(words, [field]).toString();

describe('a field', () => {
  test('has its label and an example, and is named by both', () => {
    const iban = shown({ name: 'iban', label: 'IBAN', example: 'DE89 3704' });
    expect(iban).toContain('<label for="iban">IBAN</label>');
    expect(iban).toContain('<p class="soft" id="iban-example">Example: DE89 3704</p>');
    expect(iban).toContain('aria-describedby="iban-example"');
    expect(iban).toContain(' required');
    expect(iban).not.toMatch(/aria-invalid|autofocus|fault|inputmode|autocomplete|pattern|list=/);
  });

  test('that is checked while it is typed has a place for its fault, and no pattern of the browser', () => {
    const iban = shown({ name: 'iban', label: 'IBAN', check: { pattern: '^[A-Z]{2}$', fault: 'Two letters.' } });
    expect(iban).toContain('data-pattern="^[A-Z]{2}$" data-fault="Two letters."');
    expect(iban).toContain('aria-describedby="iban-fault"');
    expect(iban).toContain('<p class="fault" id="iban-fault" aria-live="polite"></p>');
    // It would refuse an IBAN with the spaces that are printed in it, in the browser's language.
    expect(iban).not.toMatch(/ pattern=/);
  });

  test('offers values to choose from, with the one that was chosen', () => {
    const options = [
      { value: 'DE', label: 'Germany' },
      { value: 'FR', label: 'France' },
    ];
    const country = shown({ name: 'country', label: 'Country', options, value: 'FR', unchosen: 'Choose' });
    expect(country).toContain(
      '<select id="country" name="country" required><option value="">Choose</option><option value="DE">Germany</option><option value="FR" selected>France</option></select>',
    );
    expect(country).not.toContain('<input');
  });

  test('suggests values that may be typed', () => {
    const iban = shown({ name: 'iban', label: 'IBAN', suggestions: [{ value: 'DE89', label: 'completed' }] });
    expect(iban).toContain('list="iban-list"');
    expect(iban).toContain('<datalist id="iban-list"><option value="DE89">completed</option></datalist>');
  });

  test('keeps what was typed, with the fault beside it', () => {
    const iban = shown({ name: 'iban', label: 'IBAN', value: 'DE00', example: 'DE89', fault: 'A digit is wrong.' });
    expect(iban).toContain('value="DE00"');
    expect(iban).toContain('aria-describedby="iban-example iban-fault"');
    expect(iban).toContain('aria-invalid="true"');
    expect(iban).toContain('<p class="fault" id="iban-fault">A digit is wrong.</p>');
  });

  test('says what a keyboard and a browser should offer, and whether it may stay empty', () => {
    const email = shown({ name: 'e', label: 'E-mail', inputmode: 'email', autocomplete: 'email', optional: true });
    expect(email).toContain('inputmode="email"');
    expect(email).toContain('autocomplete="email"');
    expect(email).not.toMatch(/required|aria-describedby/);
  });

  test('escapes every text', () => {
    const attack = `"><script>alert(1)</script>`;
    const option = { value: attack, label: attack };
    const typed = { label: attack, value: attack, example: attack, fault: attack, unchosen: attack };
    const check = { pattern: attack, fault: attack };
    expect(shown({ name: 'iban', ...typed, check, suggestions: [option] })).not.toContain('<script');
    expect(shown({ name: 'iban', ...typed, options: [option] })).not.toContain('<script');
  });
});

test('the first field with a fault has the focus, and no other', () => {
  const fields = fieldsOf(words, [
    { name: 'a', label: 'A' },
    { name: 'b', label: 'B', fault: 'b' },
    { name: 'c', label: 'C', fault: 'c' },
  ]).toString();
  expect(fields.match(/autofocus/g)).toHaveLength(1);
  expect(fields.match(/<input id="(\w)"[^>]* autofocus/)?.[1]).toBe('b');
});

describe('a list to choose from', () => {
  const choices = [
    { value: '4242', label: 'one', hint: 'approved' },
    { value: '0002', label: 'other', hint: 'declined' },
  ];
  const list = (chosen?: string, fault?: string) =>
    choicesOf({ name: 'card', label: 'Cards', choices, chosen, fault }).toString();
  const checkedIn = (markup: string) => [...markup.matchAll(/value="(\w+)"[^>]* checked/g)].map(([, value]) => value);

  test('offers the first one, and keeps what was chosen before', () => {
    expect(checkedIn(list())).toEqual(['4242']);
    expect(checkedIn(list('0002'))).toEqual(['0002']);
    expect(checkedIn(list('gone'))).toEqual(['4242']);
    expect(list()).not.toMatch(/aria-describedby|fault|autofocus/);
  });

  test('names its fault, and gives the focus to what was chosen', () => {
    const refused = list('0002', 'The card was declined.');
    expect(refused).toContain('<fieldset class="choices" aria-describedby="card-fault">');
    expect(refused).toContain('<p class="fault" id="card-fault">The card was declined.</p>');
    expect(refused).toMatch(/value="0002" required checked autofocus/);
  });
});
