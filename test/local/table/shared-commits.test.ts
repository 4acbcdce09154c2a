import { describe, expect, test } from 'vitest';
import { SharedCommits } from '../../../local/table/shared-commits.ts';
import { StorageFailed } from '../../../local/table/storage/storage-failed.ts';

/** A transaction that notes what becomes of it. */
function openCommits(commit: () => void = () => {}) {
  const happened: string[] = [];
  const failures: Error[] = [];
  const transaction = {
    commit() {
      commit();
      happened.push('commit');
    },
    rollback: () => void happened.push('rollback'),
  };
  const commits = new SharedCommits(
    transaction,
    () => happened.push('told'),
    (error) => failures.push(error),
  );
  /** Does a piece of work, and notes when it is done and when it is answered. */
  const work = (name: string, perform: () => unknown = () => name) =>
    commits
      .do(() => {
        happened.push(name);
        return perform();
      })
      .then(
        () => void happened.push(`${name} answered`),
        (error: Error) => void happened.push(`${name} refused: ${error.message}`),
      );
  return { commits, happened, failures, work };
}

const fail = (error: Error) => () => {
  throw error;
};
/** Keeps the event loop busy. */
function block(ms: number) {
  for (const until = performance.now() + ms; performance.now() < until; );
}

describe('calls that share a commit', () => {
  test('are answered after it, reads and refusals as well as writes', async () => {
    const { happened, work } = openCommits();
    const refusal = fail(new Error('condition'));
    await Promise.all([work('write'), work('read'), work('refusal', refusal)]);
    expect(happened).toEqual([
      'write',
      'read',
      'refusal',
      'commit',
      'told',
      'write answered',
      'read answered',
      'refusal refused: condition',
    ]);
  });

  test('are those of one turn of the event loop', async () => {
    const { happened, work } = openCommits();
    await work('first');
    await work('second');
    expect(happened.filter((what) => what === 'commit')).toHaveLength(2);
  });

  test('are done in order, also those that an answer asks for', async () => {
    const { happened, work } = openCommits();
    const first = work('1').then(() => work('3'));
    await Promise.all([first, work('2')]);
    expect(happened.filter((what) => /^\d$/.test(what))).toEqual(['1', '2', '3']);
  });

  test('leave the event loop its turn where they are many, and go on in order', async () => {
    const { happened, work } = openCommits();
    const turns: number[] = [];
    const all = Array.from({ length: 30 }, (_, index) => work(String(index), () => block(5)));
    const timer = setInterval(() => turns.push(happened.length), 1);
    await Promise.all(all);
    clearInterval(timer);
    expect(turns.length).toBeGreaterThanOrEqual(3);
    const done = happened.filter((what) => /^\d+$/.test(what)).map(Number);
    expect(done).toEqual(Array.from({ length: 30 }, (_, index) => index));
    // A group takes 20 ms, and the call that is under way then.
    const groups = happened
      .filter((what) => /^(\d+|commit)$/.test(what))
      .join(' ')
      .split(' commit');
    const sizes = groups.map((group) => group.split(' ').filter(Boolean).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
  });
});

describe('a commit that fails', () => {
  const full = new Error('database or disk is full');

  test('refuses every call of its group, those that were refused already too, and all later ones', async () => {
    const { happened, failures, work, commits } = openCommits(fail(full));
    await Promise.all([work('write'), work('refusal', fail(new Error('condition')))]);
    await work('later');
    expect(happened).toEqual([
      'write',
      'refusal',
      'rollback',
      `write refused: ${full.message}`,
      `refusal refused: ${full.message}`,
      `later refused: ${full.message}`,
    ]);
    expect(failures).toEqual([full]);
    commits.close();
    expect(failures).toEqual([full]);
  });

  test('is told of once, and what waits behind its group is refused with it', async () => {
    const { happened, failures, work } = openCommits(fail(full));
    await Promise.all([work('first', () => block(30)), work('second')]);
    expect(happened).toEqual([
      'first',
      'rollback',
      ...['first', 'second'].map((name) => `${name} refused: ${full.message}`),
    ]);
    expect(failures).toEqual([full]);
  });

  test('is the same as a storage that fails in the middle of a call: nothing of the group is committed', async () => {
    const { happened, failures, work } = openCommits();
    const failed = new StorageFailed(new Error('disk I/O error'));
    await Promise.all([work('write'), work('broken', fail(failed)), work('never')]);
    expect(happened).toEqual([
      'write',
      'broken',
      'rollback',
      ...['write', 'broken', 'never'].map((name) => `${name} refused: disk I/O error`),
    ]);
    expect(failures).toEqual([failed]);
  });

  test('leaves nobody without an answer where the rollback fails as well', async () => {
    const failures: Error[] = [];
    const commits = new SharedCommits(
      { commit: fail(full), rollback: fail(new Error('no')) },
      () => {},
      (error) => failures.push(error),
    );
    await expect(commits.do(() => 1)).rejects.toBe(full);
    expect(failures).toEqual([full]);
  });
});

describe('closing', () => {
  test('does and answers what waits, and refuses what comes after', async () => {
    const { happened, work, commits } = openCommits();
    const all = Array.from({ length: 10 }, (_, index) => work(String(index), () => block(5)));
    commits.close();
    await Promise.all(all);
    await work('late');
    expect(happened.filter((what) => /^\d+ answered$/.test(what))).toHaveLength(10);
    expect(happened.at(-1)).toBe('late refused: the table is closed');
  });
});
