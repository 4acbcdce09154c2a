import { randomUUID } from 'node:crypto';
import { IdempotencyConfig } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { makeHandlerIdempotent } from '@aws-lambda-powertools/idempotency/middleware';
import { CreateTableCommand, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { acceptRequest, createCustomer, prepareQuotes } from '../service/customer.ts';
import { createFleet, type DatabaseFleet, type Fleet } from '../service/fleet.ts';
import { succeed } from '../service/request.ts';
import { median, round } from '../statistics.ts';
import { createAwsLike } from '../store/aws-like.ts';
import { type Intercept, intercepted } from '../store/intercept.ts';
import { createCallRecorder } from '../store/record-calls.ts';

export interface PeerFigures {
  readonly latencies: PeerLatencies;
  readonly oursP50Ms: number;
  readonly peerP50Ms: number;
  readonly ratio: number;
  /** Of our time, what the one transaction takes: all the records that the peer leaves out. */
  readonly commitP50Ms: number;
}

type PeerLatencies = 'store' | 'aws-like';

/** The Java is new: until it has compiled what these calls need, it and not the code is measured. */
const warmUpCalls = 60;
/** All that the utility asks of Lambda. */
const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

/**
 * A payout as one would write it without this service: middy, Powertools' idempotency utility and one put. Signature,
 * nonce, rate limit, balance, ledger, feed, audit and settlement are left out. Calls alternate, so that both meet the same
 * machine.
 */
export async function measurePeer(
  databaseEndpoint: string,
  latencies: PeerLatencies,
  calls: number,
): Promise<PeerFigures> {
  const fleet = await createFleet(databaseEndpoint);
  const intercepts = latencies === 'aws-like' ? [createAwsLike()] : [];
  const recorder = createCallRecorder();
  const ours = await prepareOurs(fleet, [recorder.intercept, ...intercepts], calls + warmUpCalls);
  const peer = await preparePeer(fleet, intercepts);
  const oursMs: number[] = [];
  const peerMs: number[] = [];
  const commitMs: number[] = [];
  for (let call = 0; call < calls + warmUpCalls; call += 1) {
    const [one, other] = [await ours(), await peer()];
    const transactions = recorder.take().filter(({ name }) => name.startsWith('TransactWrite'));
    if (call < warmUpCalls) continue;
    oursMs.push(one);
    peerMs.push(other);
    commitMs.push(...transactions.map(({ startedAt, endedAt }) => endedAt - startedAt));
  }
  fleet.stop();
  const [oursP50, peerP50] = [median(oursMs), median(peerMs)];
  return {
    latencies,
    oursP50Ms: round(oursP50),
    peerP50Ms: round(peerP50),
    ratio: round(oursP50 / peerP50),
    commitP50Ms: round(median(commitMs)),
  };
}

type Call = () => Promise<number>;

async function prepareOurs(fleet: Fleet, intercepts: readonly Intercept[], calls: number): Promise<Call> {
  const process = fleet.startProcess(intercepts);
  const customer = await createCustomer(process);
  const quotes = await prepareQuotes(process, customer, calls);
  return async () => (await succeed(process, customer, acceptRequest(quotes.pop() ?? ''))).elapsedMs;
}

async function preparePeer(fleet: DatabaseFleet, intercepts: readonly Intercept[]): Promise<Call> {
  const { client } = fleet.connect();
  const tableName = `${fleet.tableName}-peer`;
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  const handler = peerHandler(intercepted(client, ...intercepts), tableName);
  return async () => {
    const event = { headers: { 'idempotency-key': randomUUID() }, body: '{"amount":"10.00","recipientId":"rcp_1"}' };
    const startedAt = performance.now();
    const { statusCode } = await handler(event as unknown as APIGatewayProxyEventV2, context);
    if (statusCode !== 200) throw new Error(`the peer answered ${statusCode}`);
    return performance.now() - startedAt;
  };
}

function peerHandler(client: DynamoDBClient, tableName: string) {
  return middy(async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const { amount, recipientId } = JSON.parse(event.body ?? '{}') as Record<string, string>;
    const payout = { id: randomUUID(), status: 'pending', amount, recipientId, createdAt: new Date().toISOString() };
    await client.send(new PutItemCommand({ TableName: tableName, Item: marshall(payout) }));
    return { statusCode: 200, body: JSON.stringify(payout) };
  }).use(
    makeHandlerIdempotent({
      persistenceStore: new DynamoDBPersistenceLayer({ tableName, awsSdkV3Client: client }),
      config: new IdempotencyConfig({ eventKeyJmesPath: 'headers."idempotency-key"', throwOnNoIdempotencyKey: true }),
    }),
  );
}
