import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject, onTestFinished } from 'vitest';
import { createTestClients, createTestTable, type TestTable } from './dynamodb.ts';

/** A table whose answers have the `Date` header that a test sets. The engine and the connection to it are real. */
export async function createDatedTable(): Promise<TestTable & { dateBy(date: () => number | undefined): void }> {
  const { tableName } = await createTestTable();
  let date: () => number | undefined = Date.now;
  const { endpoint, stop } = await startDatedDatabase(() => date());
  onTestFinished(stop);
  return {
    client: createTestClients(endpoint).documents,
    tableName,
    dateBy(by) {
      date = by;
    },
  };
}

/** The database of the test run, with the `Date` header that a test sets. */
export async function startDatedDatabase(
  date: () => number | undefined,
): Promise<{ readonly endpoint: string; stop(): void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request(new URL(url ?? '', inject('dynamoDbEndpoint')), { method, headers }, (answer) => {
      const time = date();
      const { date: _, ...others } = answer.headers;
      outgoing.sendDate = false;
      outgoing.writeHead(answer.statusCode ?? 500, {
        ...others,
        ...(time !== undefined && { date: new Date(time).toUTCString() }),
      });
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
