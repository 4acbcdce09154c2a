import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject, onTestFinished } from 'vitest';
import { createTestClients, createTestTable, type TestTable } from './dynamodb.ts';

/** A table whose answers have the `Date` header that a test sets. The engine and the connection to it are real. */
export async function createDatedTable(): Promise<TestTable & { dateBy(date: () => number | undefined): void }> {
  const { tableName } = await createTestTable();
  let date: () => number | undefined = Date.now;
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
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    client: createTestClients(`http://127.0.0.1:${port}`).documents,
    tableName,
    dateBy(by) {
      date = by;
    },
  };
}
