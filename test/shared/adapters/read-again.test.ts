import { expect, test } from 'vitest';
import { ReadAgain } from '../../../shared/adapters/read-again.ts';

/** Something whose value a test changes, and how often it was read. */
function source(...values: (string | Error)[]) {
  const state = { now: 0, reads: [] as boolean[], values };
  const load = async (isAgain: boolean) => {
    state.reads.push(isAgain);
    const value = state.values.length > 1 ? state.values.shift() : state.values[0];
    if (value instanceof Error) throw value;
    return value as string;
  };
  return { state, cache: new ReadAgain(load, () => state.now) };
}

const any = () => true;
const is = (wanted: string) => (value: string) => value === wanted;

test('it is read once, at the first use, however many ask at once', async () => {
  const { state, cache } = source('a');
  expect(state.reads).toEqual([]);
  expect(await Promise.all([cache.value(any), cache.value(any), cache.value(is('a'))])).toEqual(['a', 'a', 'a']);
  expect(state.reads).toEqual([false]);
});

test('what lacks something is read again, once for all who need it', async () => {
  const { state, cache } = source('a', 'b');
  await cache.value(any);
  const all = await Promise.all(Array.from({ length: 50 }, () => cache.value(is('b'))));
  expect(new Set(all)).toEqual(new Set(['b']));
  expect(state.reads).toEqual([false, true]);
});

test('a read that began too early is followed by another', async () => {
  const { state, cache } = source('a', 'a', 'b');
  await cache.value(any);
  const [, late] = await Promise.all([cache.value(is('x')), cache.value(is('b'))]);
  expect(late).toBe('b');
  expect(state.reads).toEqual([false, true, true]);
});

test('what is made up makes five reads, and then one in two seconds', async () => {
  const { state, cache } = source('a');
  for (let call = 0; call < 100; call += 1) await cache.value(is(`made up ${call}`));
  expect(state.reads).toHaveLength(1 + 5);
  for (let second = 0; second < 20; second += 1) {
    state.now += 1_000;
    for (let call = 0; call < 10; call += 1) await cache.value(is('made up'));
  }
  expect(state.reads).toHaveLength(1 + 5 + 10);
});

test('a failed read is told, and repeated at the next use; what was read before stays', async () => {
  const { cache } = source(new Error('first'), 'a', new Error('again'), 'b');
  await expect(cache.value(any)).rejects.toThrow('first');
  expect(await cache.value(any)).toBe('a');
  await expect(cache.value(is('b'))).rejects.toThrow('again');
  expect(await cache.value(any)).toBe('a');
  expect(await cache.value(is('b'))).toBe('b');
});
