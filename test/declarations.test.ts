import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type AnyEndpoint, defineEndpoint } from '../shared/contract/endpoint.ts';
import { limitParameter } from '../shared/contract/fields.ts';
import { defineList } from '../shared/contract/lists/define-list.ts';
import { readImports, root } from './support/imports.ts';

const { files, imports } = readImports(['functions']);

describe('a file of functions/', () => {
  test.each(files.filter((file) => file !== 'functions/discover.ts'))('%s declares, and serves nothing', (file) => {
    const source = readFileSync(join(root, file), 'utf8');
    expect(source).not.toMatch(/\bexport (const|function) handler\b|\bserve([A-Z]\w*)?\(|process\.env/);
  });

  test('names neither an adapter nor what serves it in AWS', () => {
    const wrong = imports.filter(({ to }) => /^(shared\/(lambda|adapters)\/|@aws-|@smithy\/)/.test(to));
    expect(wrong).toEqual([]);
  });

  test('loads no package of AWS when it is imported', () => {
    const output = execFileSync(process.execPath, [join(root, 'test/support/import-functions.mjs')], {
      encoding: 'utf8',
    });
    const loaded: string[] = JSON.parse(output);
    expect(loaded.filter((url) => /node_modules\/(@aws-|@smithy\/|aws-)/.test(url))).toEqual([]);
    expect(loaded.filter((url) => /\/functions\/[^/]+\/[^/]+\.ts$/.test(url))).toHaveLength(files.length - 1);
  });
});

describe('what follows from the method and the callers', () => {
  const declare = (told: Pick<AnyEndpoint, 'method' | 'callers'> & Partial<Pick<AnyEndpoint, 'tableAccess'>>) =>
    defineEndpoint({ operation: 'x', summary: '', path: '/x', responses: {}, ...told, handle });
  const handle = () => Promise.reject(new Error('nobody calls it'));

  test('a GET reads, and takes no idempotency key', () => {
    expect(declare({ method: 'GET', callers: ['key'] })).toMatchObject({ idempotency: 'none', tableAccess: 'read' });
  });

  test.each(['POST', 'PATCH', 'DELETE'] as const)(
    'a %s writes, and requires a key where API keys may call',
    (method) => {
      const keyed = { idempotency: 'required', tableAccess: 'write' };
      expect(declare({ method, callers: ['key'] })).toMatchObject(keyed);
      expect(declare({ method, callers: ['session', 'key'] })).toMatchObject(keyed);
      expect(declare({ method, callers: ['session'] })).toMatchObject({ ...keyed, idempotency: 'optional' });
    },
  );

  test('a declaration may say otherwise', () => {
    expect(declare({ method: 'GET', callers: ['key'], tableAccess: 'none' }).tableAccess).toBe('none');
  });

  test('requests are counted in the standard class, and no error is particular', () => {
    expect(declare({ method: 'POST', callers: ['key'] })).toMatchObject({ rateClass: 'standard', errors: [] });
  });
});

describe('a list', () => {
  const told = {
    operation: 'listNotes',
    summary: '',
    path: '/notes/{orgId}',
    of: 'notes',
    view: z.object({ text: z.string() }),
    page: limitParameter(100, 50),
    filters: { text: z.string().optional() },
  } as const;
  const page = { data: [{ text: 'a' }], completeUntil: '2026-01-31T12:00:00.000Z' };

  test('is read page by page, by everyone who may read', async () => {
    const endpoint = defineList({ ...told, list: async () => page });
    expect(endpoint).toMatchObject({ method: 'GET', callers: ['key', 'session'], scope: 'read', permission: 'read' });
    expect(endpoint.query?.parse({ text: 'b' })).toEqual({ text: 'b', limit: 50 });
    expect(endpoint.query?.safeParse({ limit: '101' }).success).toBe(false);
    expect(endpoint.responses[200]).toMatchObject({ description: 'A page of notes.' });
    expect(endpoint.responses[200]?.schema.parse(page)).toEqual(page);
    expect(await endpoint.handle({} as never)).toEqual({ status: 200, body: page });
  });

  test('that no key may read needs no scope', () => {
    expect(defineList({ ...told, callers: ['session'], list: async () => page })).not.toHaveProperty('scope');
  });

  test('says up to when it is complete, unless its rows are ordered by their commits', () => {
    const { completeUntil: _, ...undated } = page;
    const endpoint = defineList({ ...told, order: 'committed', list: async () => undated });
    expect(endpoint.responses[200]?.schema.parse(undated)).toEqual(undated);
    // @ts-expect-error: without `completeUntil` the declaration does not compile.
    const wrong = defineList({ ...told, list: async () => undated });
    expect(wrong.responses[200]?.schema.safeParse(undated).success).toBe(false);
  });

  test('answers rows of its view', () => {
    // @ts-expect-error: other rows do not compile.
    const wrong = defineList({ ...told, list: async () => ({ ...page, data: [{ text: 1 }] }) });
    expect(wrong.operation).toBe('listNotes');
  });
});
