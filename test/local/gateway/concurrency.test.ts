import { expect, test } from 'vitest';
import { createConcurrency } from '../../../local/gateway/concurrency.ts';

/** Asks for turns, each of which ends when the test says so; the order in which they began. */
function turns(limit: number) {
  const run = createConcurrency(limit);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    ask(whose: string, name: string) {
      void run(whose, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    },
    async end() {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('no more run at once than may, and one’s own are first come first served', async () => {
  const { ask, begun, end } = turns(2);
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
  expect(begun).toEqual(['a1', 'a2']);
  await end();
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await end();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('who asks for little waits for one turn, however much another asked for before', async () => {
  const { ask, begun, end } = turns(2);
  for (let i = 1; i <= 30; i += 1) ask('a', `a${i}`);
  ask('b', 'b1');
  ask('b', 'b2');
  ask('c', 'c1');
  for (let i = 0; i < 5; i += 1) await end();
  expect(begun.slice(2)).toEqual(['a3', 'b1', 'c1', 'a4', 'b2']);
});

test('a turn that fails is given on', async () => {
  const run = createConcurrency(1);
  const failing = run('a', async () => Promise.reject(new Error('no')));
  const next = run('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('turns that nobody waits for are free again', async () => {
  const run = createConcurrency(1);
  await run('a', async () => {});
  expect(await run('b', async () => 'at once')).toBe('at once');
});
