import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchCommit, hasCommit, historyOf, isAncestor, readReleases } from '../../../scripts/support/releases.ts';
import { root } from '../../support/imports.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-releases-'));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the releases that are recorded', () => {
  test('are commits that this one was made from, the newest last', () => {
    const releases = readReleases(root);
    const isKnown = historyOf(root) === 'whole';
    expect(releases.filter((commit) => isKnown && !isAncestor(root, commit))).toEqual([]);
    const wrong = releases
      .slice(1)
      .filter((commit, index) => isKnown && !isAncestor(root, releases[index] ?? '', commit));
    expect(wrong).toEqual([]);
  });

  test.each([
    ['no list', {}],
    ['an empty list', []],
    ['a short id', ['6b3ebd0']],
    ['a name', ['main']],
    ['an id twice', ['a'.repeat(40), 'a'.repeat(40)]],
  ])('are refused where they are %s', (_, recorded) => {
    const project = mkdtempSync(join(directory, 'project-'));
    mkdirSync(join(project, 'docs'));
    writeFileSync(join(project, 'docs/releases.json'), JSON.stringify(recorded));
    expect(() => readReleases(project)).toThrow('must be a list of commit ids');
  });
});

describe('the history at hand', () => {
  const git = (folder: string, ...words: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words])
      .toString()
      .trim();

  test('is none in an archive, also below a repository of something else', () => {
    git(directory, 'init', '--quiet');
    const archive = mkdtempSync(join(directory, 'archive-'));
    expect(historyOf(archive)).toBe('none');
  });

  test('is whole in a clone, and shallow in one of a single commit, which can fetch another', () => {
    const origin = mkdtempSync(join(directory, 'origin-'));
    git(origin, 'init', '--quiet');
    const [first = '', second = ''] = ['first', 'second'].map((message) => {
      git(origin, 'commit', '--quiet', '--allow-empty', '--message', message);
      return git(origin, 'rev-parse', 'HEAD');
    });
    const clone = join(directory, 'clone');
    git(directory, 'clone', '--quiet', '--depth=1', pathToFileURL(origin).href, clone);
    expect([historyOf(origin), historyOf(clone)]).toEqual(['whole', 'shallow']);
    expect([hasCommit(clone, first), hasCommit(clone, second)]).toEqual([false, true]);
    expect(fetchCommit(clone, first)).toBe(true);
    expect(hasCommit(clone, first)).toBe(true);
    expect(fetchCommit(clone, 'f'.repeat(40))).toBe(false);
    expect([isAncestor(origin, first, second), isAncestor(origin, second, first)]).toEqual([true, false]);
  });
});
