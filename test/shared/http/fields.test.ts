import { expect, test } from 'vitest';
import { label } from '../../../shared/http/fields.ts';

test('a label refuses control characters, and no others', () => {
  const schema = label(3);
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const refused = characters.filter((character) =>
    schema.safeParse(`a${character}b`).error?.issues.some(({ message }) => message === 'has control characters'),
  );

  expect(refused).toEqual(characters.filter((character) => /\p{Cc}/u.test(character)));
});
