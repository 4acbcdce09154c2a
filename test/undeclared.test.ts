import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
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

/** Declarations that differ in what they ask for. */
const asking = {
  forNothing: '',
  forPrices: "uses: ['prices', 'sealing'],",
  forCards: "uses: ['cards', 'sealing'],",
};

/** What the compiler says of each, without its place. They are compiled together: most of its time is the project's. */
let errors: Readonly<Record<string, string[]>>;

beforeAll(async () => {
  const folder = mkdtempSync(join(root, 'test/.undeclared-'));
  try {
    for (const [name, uses] of Object.entries(asking)) {
      writeFileSync(join(folder, `${name}.ts`), source(uses).replaceAll("'../shared", "'../../shared"));
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'] }));
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], (_error, stdout) =>
        resolve(stdout),
      );
    });
    const said = [...output.matchAll(/(\w+)\.ts\(\d+,\d+\): error TS\d+: (.*)/g)];
    const saidOf = (name: string) => said.filter(([, file]) => file === name).map(([, , message = '']) => message);
    errors = Object.fromEntries(Object.keys(asking).map((name) => [name, saidOf(name)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const missing = (port: string) => expect.stringContaining(`Property '${port}' does not exist`);
const each = (...expected: unknown[]) => [expected, expected, expected].flat();

test('a port that a declaration does not ask for does not compile', () => {
  expect(errors.forNothing).toEqual(each(missing('rails'), missing('secrets')));
});

test('nor does another part of the rails than the one that it asks for', () => {
  expect(errors.forPrices).toEqual(each(missing('acquirer')));
});

test('what it asks for does', () => {
  expect(errors.forCards).toEqual([]);
});
