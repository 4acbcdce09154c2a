import { halvesOf } from './compounds.ts';
import { foldsOf } from './spelling.ts';
import { usualNames } from './usual-names.ts';

const groups = new Map<string, string>();
for (const line of usualNames.trim().split('\n')) {
  const names = line.split(' ');
  for (const name of names) groups.set(name, `=${names[0]}`);
}

/** The key that all usual spellings of a name share; undefined for a word that is not such a name. */
export function usualNameOf(word: string): string | undefined {
  const group = groups.get(word);
  if (group) return group;
  const halves = halvesOf(word);
  if (!halves) return undefined;
  const [left, right] = halves.map((half) => groups.get(half) ?? foldsOf(half)[0]);
  return `=${left}+${right}`;
}
