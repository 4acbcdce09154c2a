import { mark } from '../../../support/later-release/marks.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { mapWrites, transactionsOn } from './rewriting.ts';

export const releaseFaults: readonly DeliberateFault[] = [
  {
    name: 'forgets-a-later-release',
    sentence: 'an item that is replaced loses the attributes that this release does not know',
    rewrite: transactionsOn('', (call, send) => send(mapWrites(call, (write) => withoutMarks(write, true)))),
  },
  {
    name: 'forgets-a-later-release-inside',
    sentence: 'a map inside an item that is replaced loses the attributes that this release does not know',
    rewrite: transactionsOn('', (call, send) => send(mapWrites(call, (write) => withoutMarks(write, false)))),
  },
];

type Put = Parameters<Parameters<typeof mapWrites>[1]>[0];

function withoutMarks(write: Put, alsoOutside: boolean): Put {
  const { Item } = write.input;
  if (!Item) return write;
  const inside = Object.fromEntries(Object.entries(Item).map(([name, value]) => [name, unmarked(value)]));
  if (alsoOutside) delete inside[mark];
  return { ...write, input: { ...write.input, Item: inside } };
}

function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== mark);
  return Object.fromEntries(kept.map(([name, element]) => [name, unmarked(element)]));
}
