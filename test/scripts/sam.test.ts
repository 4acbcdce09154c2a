import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sluice } from '../../client/src/index.ts';
import { discoverEndpoints, discoverOperations, discoverWorkers } from '../../functions/discover.ts';
import { buildFunctions, folderOf } from '../../lib/build-functions.ts';
import { startSecretsServer } from '../../scripts/sam/secrets-server.ts';
import { samName, samTemplate } from '../../scripts/sam/template.ts';
import { writeSamFiles } from '../../scripts/sam/write-files.ts';
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const functions = {
  endpoints: await discoverEndpoints(),
  workers: await discoverWorkers(),
  operations: await discoverOperations(),
};
const template = samTemplate(functions);
const names = Object.keys(template.Resources).sort();
/** The longest that all events together may take. */
const playMs = 60_000;

let directory: string;
let stack: TestStack;
let bundles: string;
let environment: Record<string, string>;
let close: () => unknown;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-sam-'));
  bundles = join(directory, 'dist', 'functions');
  const files = Object.values(functions).flatMap((kind) => kind.map(({ file }) => file));
  [stack] = await Promise.all([startTestStack(), buildFunctions(files, bundles, false)]);
  const arn = 'arn:aws:secretsmanager:local:000000000000:secret:test';
  const server = await startSecretsServer(0, arn, 'a secret');
  close = () => server.close();
  const secretsPort = (server.address() as AddressInfo).port;
  await writeSamFiles({ directory, dataDirectory: stack.dataDirectory, secretsPort });
  environment = { ...JSON.parse(read('env.json')).Parameters, SEALING_SECRET_ARN: arn };
});
afterAll(async () => {
  close?.();
  await stack?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

const read = (name: string) => readFileSync(join(directory, name), 'utf8');

interface Answer {
  readonly statusCode: number;
  readonly body: string;
}

/** Plays the events of functions through their bundles, in a process that knows only what SAM would tell it. */
async function play(functionNames: readonly string[]): Promise<ReturnType<typeof JSON.parse>[]> {
  const work = functionNames.map((name) => ({
    bundle: bundleOf(name),
    event: JSON.parse(read(`events/${name}.json`)),
  }));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'play-events.mjs')], {
    env: { ...environment, STAGE: 'sam' },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    timeout: playMs,
  });
  child.stdin?.end(JSON.stringify(work));
  const [log, errors, answers] = await Promise.all(child.stdio.slice(1).map((stream) => text(stream as never)));
  if (!answers) throw new Error(`no answers:\n${errors}\n${log?.slice(-2_000)}`);
  return JSON.parse(answers);
}

function bundleOf(name: string): string {
  const { CodeUri } =
    (template.Resources as Record<string, { Properties: { CodeUri: string } }>)[name]?.Properties ?? {};
  return join(directory, 'out', CodeUri ?? '', 'index.mjs');
}

test('the template has every function once, with the bundle that the build makes of it', () => {
  const files = Object.values(functions).flatMap((kind) => kind.map(({ file }) => file));
  expect(names).toHaveLength(files.length);
  expect(names.map(bundleOf).sort()).toEqual(files.map((file) => join(bundles, folderOf(file), 'index.mjs')).sort());
});

test('every function has an event', () => {
  expect(readdirSync(join(directory, 'events')).sort()).toEqual(names.map((name) => `${name}.json`).sort());
});

test('the environment has every variable that the template declares', () => {
  const { STAGE: _, ...declared } = template.Globals.Function.Environment.Variables;
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(declared)));
  expect(Object.values(environment)).not.toContain('');
});

test('whoever cannot name the secret does not get it', async () => {
  const body = JSON.stringify({ SecretId: 'another' });
  const headers = { 'x-amz-target': 'secretsmanager.GetSecretValue' };
  const answer = await fetch(environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '', { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
  expect(await answer.text()).not.toContain('a secret');
});

describe('played without SAM', () => {
  const reads = functions.endpoints.map(({ declaration }) => declaration).filter(({ method }) => method === 'GET');

  /** The events name ids, tokens and keys that do not exist. Outside the stack no issuer vouches for a session. */
  function expectedStatus({ callers, path, operation }: AnyEndpoint): number {
    if (callers.every((caller) => caller === 'session')) return 401;
    const namesResource = path.replace(/\{org\w*\}/, '').includes('{') || operation === 'getIdempotencyKey';
    return namesResource || operation === 'routeNotFound' ? 404 : 200;
  }

  test('every read is answered from the table of the stack', async () => {
    const answers: Answer[] = await play(reads.map(samName.endpoint));
    const statuses = reads.map(({ operation }, i) => [operation, answers[i]?.statusCode]);
    expect(statuses).toEqual(reads.map((endpoint) => [endpoint.operation, expectedStatus(endpoint)]));
  });

  test('a write is done in the table of the stack, once for each event', async () => {
    const [first, again] = (await play(['FundSandbox', 'FundSandbox'])) as [Answer, Answer];
    expect(first.statusCode).toBe(201);
    expect(JSON.parse(again.body)).toMatchObject({ type: 'SIGNATURE_REPLAYED' });
    expect((await new Sluice(stack).getBalance()).available).toBe(JSON.parse(first.body).amount);
  });

  test('a function that seals something is given the secret', async () => {
    const [endpoint] = (await play(['RegisterSandboxWebhookEndpoint'])) as [Answer];
    expect(endpoint, endpoint.body).toMatchObject({ statusCode: 201 });
  });

  test('an operation, and a worker of each trigger', async () => {
    const workers = ['HintDueWorkWorker', 'OfferEventsWorker', 'SendMailsWorker', 'SweepDueWorkWorker'];
    const [shown, ...done] = await play(['ShowOperation', ...workers]);
    expect(shown.result.organization).toMatchObject({ organizationId: stack.organizationId });
    expect(done).toEqual([null, { batchItemFailures: [] }, { batchItemFailures: [] }, null]);
  });
});
