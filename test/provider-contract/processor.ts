import { expect, test } from 'vitest';
import type { Processor } from '../../shared/ports/processor.ts';

/** What every call to a processor must hold, such as one of an acquirer: it takes effect once for a key. */
export function holdsAsProcessor<Call, Result>(
  name: string,
  { open, call, other }: { open: () => Processor<Call, Result>; call: Call; other: Call },
): void {
  test(`${name}: a key that it was never sent is absent`, async () => {
    expect(await open().find('int_1', call)).toEqual({ outcome: 'absent' });
  });

  test(`${name}: a key that is sent again, late or by another process, is answered with what it did first`, async () => {
    const first = await open().call('int_1', call);
    expect(first.outcome).toBe('done');
    expect(await open().call('int_1', call)).toEqual(first);
    expect(await open().find('int_1', call)).toEqual(first);
  });

  test(`${name}: two processes that send a key at once are answered the same`, async () => {
    const [one, another] = await Promise.all([open().call('int_1', call), open().call('int_1', call)]);
    expect(another).toEqual(one);
  });

  test(`${name}: a key that was sent with another call is unclear, and what it did first stays`, async () => {
    const first = await open().call('int_1', call);
    expect(await open().call('int_1', other)).toEqual({ outcome: 'unclear' });
    expect(await open().find('int_1', other)).toEqual({ outcome: 'unclear' });
    expect(await open().find('int_1', call)).toEqual(first);
  });

  test(`${name}: another key is another call`, async () => {
    const [one, another] = [await open().call('int_1', call), await open().call('int_2', call)];
    expect([one.outcome, another.outcome]).toEqual(['done', 'done']);
    expect(another).not.toEqual(one);
  });
}
