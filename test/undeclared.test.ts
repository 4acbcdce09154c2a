import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';

/** Declarations, each with a line that uses a port of a capability that they may have asked for. */
const source = (uses: string) => `
import { defineEndpoint } from '../shared/contract/endpoint.ts';
import { defineOperation } from '../shared/contract/operation.ts';
import { defineWorker } from '../shared/contract/worker.ts';
import * as z from 'zod';

export const endpoint = defineEndpoint({
  operation: 'undeclared', summary: '', method: 'GET', path: '/x', callers: ['key'], rateClass: 'standard',
  idempotency: 'none', responses: {}, errors: [], tableAccess: 'read', ${uses}
  handle: async ({ runtime }) => { void runtime.rails('live')?.acquirer?.sessions; throw runtime.secrets.sealingKeys(); },
});
export const operation = defineOperation({
  name: 'undeclared', summary: '', audit: '', input: z.strictObject({}), tableAccess: 'none', ${uses}
  handle: async ({ runtime }) => { void runtime.rails('live')?.acquirer?.sessions; throw runtime.secrets.sealingKeys(); },
});
export const worker = defineWorker({
  name: 'undeclared', trigger: { type: 'table-stream' }, timeoutSeconds: 1, ${uses}
  handle: async (_event: never, runtime) => { void runtime.rails('live')?.acquirer?.sessions; throw runtime.secrets.sealingKeys(); },
});
`;

/** What the compiler says of it: each error without its place. */
async function errorsWith(uses: string): Promise<string[]> {
  const folder = mkdtempSync(join(root, 'test/.undeclared-'));
  try {
    writeFileSync(join(folder, 'declarations.ts'), source(uses).replaceAll("'../shared", "'../../shared"));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../tsconfig.json', include: ['declarations.ts'] }),
    );
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], (_error, stdout) =>
        resolve(stdout),
      );
    });
    return [...output.matchAll(/error TS\d+: (.*)/g)].map(([, message = '']) => message);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const missing = (port: string) => expect.stringContaining(`Property '${port}' does not exist`);
const each = (...expected: unknown[]) => [expected, expected, expected].flat();

test('a port that a declaration does not ask for does not compile', async () => {
  expect(await errorsWith('')).toEqual(each(missing('rails'), missing('secrets')));
});

test('nor does another part of the rails than the one that it asks for', async () => {
  expect(await errorsWith("uses: ['prices', 'sealing'],")).toEqual(each(missing('acquirer')));
});

test('what it asks for does', async () => {
  expect(await errorsWith("uses: ['cards', 'sealing'],")).toEqual([]);
});
