import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTable } from '../../../local/dynamodb-local/create-table.ts';
import { type DynamoDbLocal, startDynamoDbLocal } from '../../../local/dynamodb-local/dynamodb-local.ts';
import { createTableClients } from '../../../local/dynamodb-local/table-clients.ts';
import { createTestClients } from '../../support/dynamodb.ts';

const moduleUrl = new URL('../../../local/dynamodb-local/dynamodb-local.ts', import.meta.url).href;

/** A process that starts the database and then does nothing. */
async function startParent() {
  const script = `const { startDynamoDbLocal } = await import('${moduleUrl}');
    console.log((await startDynamoDbLocal()).endpoint); setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [endpoint] = await once(parent.stdout.setEncoding('utf8'), 'data');
  return { parent, endpoint: String(endpoint).trim() };
}

async function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

async function silentWithin(endpoint: string, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; Date.now() < deadline; await sleep(20)) {
    if (!(await answers(endpoint))) return true;
  }
  return false;
}

let database: DynamoDbLocal | undefined;
afterEach(() => database?.stop());

describe('DynamoDB Local', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)('Java ends when its parent ends by %s', async (signal) => {
    const { parent, endpoint } = await startParent();
    expect(await answers(endpoint)).toBe(true);
    parent.kill(signal);
    expect(await silentWithin(endpoint, 5000)).toBe(true);
  });

  test('stopping it ends Java before it returns', async () => {
    database = await startDynamoDbLocal();
    await database.stop();
    expect(await answers(database.endpoint)).toBe(false);
  });

  test('who does not know the key id sees no table', async () => {
    const { client } = createTestClients();
    await createTable(client, 'private');
    const endpoint = String(
      await client.config.endpoint?.().then(({ hostname, port }) => `http://${hostname}:${port}`),
    );
    const stranger = createTableClients(endpoint, 'stranger').client;
    expect((await stranger.send(new ListTablesCommand({}))).TableNames).toEqual([]);
  });

  test('without Java the error says what to install', async () => {
    vi.stubEnv('JAVA_HOME', '/nowhere');
    await expect(startDynamoDbLocal()).rejects.toThrow('needs Java 17 or later');
    vi.unstubAllEnvs();
  });
});
