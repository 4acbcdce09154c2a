import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shellProgram, typeScriptProgram } from '../../scripts/docs/samples/programs.ts';
import {
  keyId,
  organizationId,
  type StoryServer,
  sampled,
  startStoryServer,
} from '../../scripts/docs/samples/story-server.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const built = join(root, 'dist');
mkdirSync(built, { recursive: true });
/** Within the project, where the compiler finds the types of Node. */
const folder = mkdtempSync(join(built, 'samples-'));
const keyFile = join(folder, 'key.pem');
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }));

let server: StoryServer;
beforeEach(async () => {
  server = await startStoryServer(publicKey);
});
afterEach(() => server.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program that has every sample. Those in Python and Go are run by `npm run docs:programs`. */
async function play(program: string, ...args: string[]): Promise<void> {
  const env = {
    ...process.env,
    SLUICE_BASE_URL: server.baseUrl,
    SLUICE_ORGANIZATION_ID: organizationId,
    SLUICE_KEY_ID: keyId,
    SLUICE_KEY_FILE: keyFile,
  };
  await run(program, args, { env, maxBuffer: 10_000_000 });
}

describe('the samples of the description send what the story sent, signed,', () => {
  const names = sampled.map(({ operationId }) => operationId);

  test('in TypeScript, whose types fit', async () => {
    const file = join(folder, 'samples.ts');
    writeFileSync(file, typeScriptProgram());
    const compilerOptions = { lib: ['es2024', 'dom', 'dom.iterable'] };
    const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [file], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await run(join(root, 'node_modules/.bin/tsc'), ['--project', folder]);
    await play(process.execPath, file);
    expect(server.faults).toEqual([]);
    expect(server.called).toEqual(names);
  });

  test('by curl', async () => {
    const file = join(folder, 'samples.sh');
    writeFileSync(file, shellProgram());
    await play('sh', file);
    expect(server.faults).toEqual([]);
    expect(server.called).toEqual(names);
  });
});
