import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineEndpoint } from '../shared/contract/endpoint.ts';
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

describe('what follows from the method', () => {
  const told = {
    operation: 'x',
    summary: '',
    path: '/x',
    callers: [],
    rateClass: 'standard',
    responses: {},
    errors: [],
  } as const;
  const handle = () => Promise.reject(new Error('nobody calls it'));

  test('a GET reads, and takes no idempotency key', () => {
    expect(defineEndpoint({ ...told, method: 'GET', handle })).toMatchObject({
      idempotency: 'none',
      tableAccess: 'read',
    });
  });

  test('a GET may say otherwise', () => {
    const endpoint = defineEndpoint({ ...told, method: 'GET', tableAccess: 'none', handle });
    expect(endpoint.tableAccess).toBe('none');
  });

  test('what may change something says itself what it may do to the table', () => {
    // @ts-expect-error: without it the declaration does not compile.
    const endpoint = defineEndpoint({ ...told, method: 'POST', idempotency: 'required', handle });
    expect(endpoint.tableAccess).toBeUndefined();
  });
});
