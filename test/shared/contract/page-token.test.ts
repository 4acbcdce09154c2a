import { describe, expect, test } from 'vitest';
import { isTokenOf, newPageToken, readPageToken } from '../../../shared/contract/page-token.ts';
import { createIds } from '../../../shared/ground/time/ids.ts';

const ids = createIds();
const named = { organizationId: 'tz4a98xxat96iws9zmbrgj3a', resourceId: 'pl_0mf2k8w1zabcdefghijklmnop' };
const { token, tokenHash } = newPageToken(ids, named);
const secret = token.split('.')[2] ?? '';

describe('the token of a page', () => {
  test('names organization and resource, and fits into a path parameter', () => {
    expect(readPageToken(token)).toEqual(named);
    expect(token).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
    const longest = { organizationId: 'a'.repeat(32), resourceId: `${'b'.repeat(8)}_${'c'.repeat(32)}` };
    expect(newPageToken(ids, longest).token).toHaveLength(107);
  });

  test('has 128 random bits, and ends in no sign that a mail program would cut off', () => {
    expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(newPageToken(ids, named).token).not.toBe(token);
  });

  test('is not made for what it could not name', () => {
    for (const resourceId of ['pl', 'PL_1', 'pl_1.2', 'pl_', 'pl_é']) {
      expect(() => newPageToken(ids, { ...named, resourceId })).toThrow(`no page can be opened for ${resourceId}`);
    }
  });

  test.each(['', '.', '..', 'a.b.c', token.toUpperCase(), `${token}0`, token.slice(0, -1), ` ${token}`, `${token}\n`])(
    '%j is none',
    (text) => {
      expect(readPageToken(text)).toBeUndefined();
    },
  );

  test('opens what has its hash, which is not the hash of its secret alone', () => {
    expect(isTokenOf(token, tokenHash)).toBe(true);
    expect(isTokenOf(token, newPageToken(ids, named).tokenHash)).toBe(false);
    expect(isTokenOf(token, undefined)).toBe(false);
    expect(tokenHash).not.toContain(secret);
  });

  test('opens nothing else: neither another resource nor one of another organization', () => {
    expect(isTokenOf(`${named.organizationId}.pl_other.${secret}`, tokenHash)).toBe(false);
    expect(isTokenOf(`other.${named.resourceId}.${secret}`, tokenHash)).toBe(false);
  });
});
