import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { onTestFinished } from 'vitest';
import { createEventBridgeBus } from '../../../../shared/adapters/eventbridge-bus.ts';
import type { EventBus } from '../../../../shared/ports/event-bus.ts';

interface Entry {
  readonly EventBusName: string;
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
  readonly Time: number;
}

/** A bus as EventBridge's protocol has it, over HTTP, in a test's hands. */
export interface TestBus {
  readonly bus: EventBus;
  /** What was put and taken, oldest first. */
  readonly taken: Entry[];
  readonly sequences: number[];
  /** Index of the entry of the next call that is refused. */
  refuse: number | undefined;
}

export async function startBus(): Promise<TestBus> {
  const taken: Entry[] = [];
  const server = createServer(async (request, response) => {
    const { Entries } = (await json(request)) as { Entries: Entry[] };
    const answers = Entries.map((_, index) =>
      index === testBus.refuse ? { ErrorCode: 'InternalFailure' } : { EventId: `${index}` },
    );
    taken.push(...Entries.filter((_, index) => index !== testBus.refuse));
    const FailedEntryCount = testBus.refuse === undefined ? 0 : 1;
    testBus.refuse = undefined;
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify({ FailedEntryCount, Entries: answers }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const client = new EventBridgeClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const testBus: TestBus = {
    bus: createEventBridgeBus({ client, busName: 'feed' }),
    taken,
    get sequences() {
      return taken.map(({ Detail }) => Number(JSON.parse(Detail).sequence));
    },
    refuse: undefined,
  };
  return testBus;
}
