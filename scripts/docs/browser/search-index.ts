import MiniSearch from 'minisearch';
import type { SearchEntry } from '../search/entry.ts';
import { wordsOf } from '../search/words.ts';

/** The maximum number of results. */
const mostResults = 12;

/** Finds entries that contain all words, the beginnings of these words, or words that differ in one letter. */
export type Find = (text: string) => SearchEntry[];

export function findIn(entries: readonly SearchEntry[]): Find {
  const index = new MiniSearch({
    fields: ['title', 'of', 'words'],
    tokenize: wordsOf,
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: 4, of: 2 },
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return (text) =>
    index
      .search(text)
      .slice(0, mostResults)
      .flatMap(({ id }) => entries[id] ?? []);
}
