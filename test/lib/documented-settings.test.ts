import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../lib/settings.ts';
import { reservedConcurrency } from '../../lib/worker-concurrency.ts';
import { declaredFunctions } from './support/synthesize.ts';

const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, name = '', rest = '']) => ({
  name,
  cells: rest.split(/(?<!\\)\|/).map((cell) => cell.trim()),
}));
const rowOf = (name: string) => rows.find((row) => row.name === name)?.cells.join(' | ') ?? '';

/** Every key that `readSettings` asks the context for. */
function readKeys(): string[] {
  const keys = new Set<string>();
  readSettings((key) => void keys.add(key), {});
  return [...keys].sort();
}

describe('the page of settings', () => {
  it('has a row for each setting that is read, and for no other', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(readKeys());
  });

  it('says of each what it is and its default, beside its price and when to change it', () => {
    for (const { name, cells } of rows) {
      const [what, usual] = cells;
      expect(cells, name).toHaveLength(4);
      expect(what, name).not.toBe('');
      expect(usual, name).not.toBe('');
    }
  });

  it('gives the figures that the code has', async () => {
    const settings = readSettings(() => undefined, {});
    expect(rowOf('requestsPerSecond')).toContain(`| ${settings.requestsPerSecond} |`);
    expect(rowOf('webRequestsPerSecond')).toContain(`| ${settings.webRequestsPerSecond} |`);
    expect(rowOf('heartbeatMinutes')).toContain(`| ${settings.heartbeatMinutes} |`);
    const workers = (await declaredFunctions()).workers.map(({ declaration }) => declaration);
    expect(rowOf('reserveConcurrency')).toContain(`takes ${reservedConcurrency(workers, {})} of`);
  });
});
