import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { boundClient } from '../../../../shared/ground/aws/bound-client.ts';
import { documentClient } from '../../../../shared/ground/table/document-client.ts';
import { OutOfTime, timeLeftMs, withinTime } from '../../../../shared/ground/time/time-left.ts';
import { lockMs } from '../../../../shared/journal/idempotency/record.ts';
import { auditRows, expectError } from '../../../support/answers.ts';
import { type Intercept, transactionConflict } from '../../../support/faults.ts';
import { type Answer, TestService } from '../../../support/service.ts';
import { silentServer } from '../../../support/silent-server.ts';
import { type Prepared, prepared, send } from './support.ts';

let service: TestService;
let request: Prepared;
let silentTable: ReturnType<typeof documentClient>;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  request = await prepared('createPayout', service);
  const { endpoint } = await silentServer();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials });
  silentTable = documentClient(boundClient(client, () => 600_000));
});

/** A process that calls the table only while its invocation has time, and never hears what becomes of its commit. */
function process(onCommit: (go: () => Promise<unknown>) => Promise<unknown>, isSilentAfterwards = false): TestService {
  let isSilent = false;
  const intercept: Intercept = async ({ name, input }, go) => {
    if (timeLeftMs() <= 0) throw new OutOfTime();
    if (name === 'TransactWrite') {
      isSilent = isSilentAfterwards;
      await onCommit(go);
      return silentTable.send(new TransactWriteCommand(input as never));
    }
    return isSilent ? silentTable.send(new TransactWriteCommand({ TransactItems: [] })) : go();
  };
  return service.process(intercept);
}

const neverArrives = async () => undefined;

/** Sends the request in an invocation that leaves it a second, and keeps 2.5 s to settle and answer. */
function sendInTime(to: TestService): Promise<Answer> {
  return withinTime(3_500, () => send(to, request, 'key'));
}

async function expectExecutedOnceBy(answer: Answer): Promise<void> {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expect(await request.executions()).toBe(1);
}

test('the time is up while a commit is under way: it is settled, audited and answered, and the key is free', async () => {
  const answer = await sendInTime(process(neverArrives));
  expectError(answer, 'INTERNAL', { status: 500 });
  const rows = await auditRows(service, request.organization);
  expect(rows.filter(({ requestId }) => requestId === answer.body.requestId)).toMatchObject([
    { outcome: 'refused', errorType: 'INTERNAL' },
  ]);
  expect(await request.executions()).toBe(0);
  await expectExecutedOnceBy(await send(service, request, 'key'));
});

test('the time is up, but the commit took effect: the caller is answered as if nothing had happened', async () => {
  await expectExecutedOnceBy(await sendInTime(process((go) => go())));
});

test('the time is up and the table stays silent: the outcome is unknown, until the lock has run out', async () => {
  expectError(await sendInTime(process(neverArrives, true)), 'PAYOUT_OUTCOME_UNKNOWN', { status: 500 });
  expectError(await send(service, request, 'key'), 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
  service.clock.advance(lockMs);
  await expectExecutedOnceBy(await send(service, request, 'key'));
});

test('a commit that loses its races waits for turns no longer than its invocation has time', async () => {
  const begunAt = service.clock.now;
  const losing = service.process(
    async ({ name }, go) => {
      if (name === 'TransactWrite') throw transactionConflict();
      return go();
    },
    { sleep: async (ms) => service.clock.advance(Math.ceil(ms)) },
  );
  expectError(await sendInTime(losing), 'RATE_LIMITED');
  // By the clock that the service is given, which only its pauses move.
  expect(service.clock.now - begunAt).toBeLessThanOrEqual(1_000);
  await expectExecutedOnceBy(await send(service, request, 'key'));
});
