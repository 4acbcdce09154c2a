import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { boundClient } from '../../../../shared/ground/aws/bound-client.ts';
import { tableAttemptLimit } from '../../../../shared/ground/table/document-client.ts';
import { settling, withinTime } from '../../../../shared/ground/time/time-left.ts';
import { readImports } from '../../../support/imports.ts';
import { halfAnswer, type SilentServer, silentServer } from '../../../support/silent-server.ts';

const limit = () => 60;

function settingsOf({ endpoint }: Pick<SilentServer, 'endpoint'>) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return { endpoint, region: 'eu-west-1', credentials, maxAttempts: 3 };
}

type Settings = ReturnType<typeof settingsOf>;

/** A call of each service, by a client with the given settings. */
const calls: Readonly<Record<string, (settings: Settings) => Promise<unknown>>> = {
  DynamoDB: (settings) =>
    boundClient(new DynamoDBClient(settings), limit).send(
      new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } }),
    ),
  SQS: (settings) =>
    boundClient(new SQSClient(settings), limit).send(
      new SendMessageCommand({ QueueUrl: `${settings.endpoint}/1/queue`, MessageBody: '{}' }),
    ),
  'Secrets Manager': (settings) =>
    boundClient(new SecretsManagerClient(settings), limit).send(new GetSecretValueCommand({ SecretId: 's' })),
  SES: (settings) =>
    boundClient(new SESv2Client(settings), limit).send(
      new SendEmailCommand({ Content: { Simple: { Subject: { Data: 's' }, Body: {} } } }),
    ),
  EventBridge: (settings) =>
    boundClient(new EventBridgeClient(settings), limit).send(new PutEventsCommand({ Entries: [{ Source: 's' }] })),
  S3: (settings) => boundClient(new S3Client(settings), limit).send(new ListObjectsV2Command({ Bucket: 'b' })),
};

const givenUp = { name: 'TimeoutError', $metadata: { attempts: 3 } };

describe.each(Object.entries(calls))('a call of %s', (_service, call) => {
  test('that is never answered is given up, repeated, and ends in an error', async () => {
    const server = await silentServer();
    await expect(call(settingsOf(server))).rejects.toMatchObject(givenUp);
    await vi.waitFor(() => expect(server.closed).toEqual([true, true, true]));
  });

  test('whose answer stops in the middle is given up, repeated, and ends in an error', async () => {
    const server = await silentServer(halfAnswer);
    await expect(call(settingsOf(server))).rejects.toMatchObject(givenUp);
    await vi.waitFor(() => expect(server.closed).toEqual([true, true, true]));
  });
});

describe('a file of S3', () => {
  const command = new GetObjectCommand({ Bucket: 'b', Key: 'k' });

  test('that is never answered is given up, and asked for again', async () => {
    const server = await silentServer();
    await expect(boundClient(new S3Client(settingsOf(server)), limit).send(command)).rejects.toMatchObject(givenUp);
    await vi.waitFor(() => expect(server.closed).toEqual([true, true, true]));
  });

  test('that stops in the middle is given up', async () => {
    const server = await silentServer(halfAnswer);
    // Longer than the headers take on a busy machine.
    const { Body } = await boundClient(new S3Client(settingsOf(server)), () => 1_000).send(command);
    await expect(Body?.transformToByteArray()).rejects.toMatchObject({ name: 'TimeoutError' });
    await vi.waitFor(() => expect(server.closed).toEqual([true]));
  });
});

describe('in an invocation', () => {
  const command = new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } });
  /** Keeps 2.5 s for what settles a failure and for the answer. */
  const leaving = (ms: number) => 2_500 + ms;

  test('an attempt ends when the time is up, and is not repeated', async () => {
    const server = await silentServer();
    const client = boundClient(new DynamoDBClient(settingsOf(server)), () => 600_000);
    await expect(withinTime(leaving(100), () => client.send(command))).rejects.toMatchObject({
      name: 'TimeoutError',
      $metadata: { attempts: 1 },
    });
    expect(server.closed).toHaveLength(1);
  });

  test('the pause before a repetition ends when the time is up', async () => {
    const body = '{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException"}';
    const headers = `X-Amz-Retry-After: 600000\r\nContent-Length: ${body.length}`;
    const server = await silentServer(`HTTP/1.1 400 Bad Request\r\n${headers}\r\n\r\n${body}`);
    const client = boundClient(new DynamoDBClient(settingsOf(server)), () => 600_000);
    await expect(withinTime(leaving(1_000), () => client.send(command))).rejects.toMatchObject({
      name: 'ThrottlingException',
      $metadata: { attempts: 1 },
    });
  });

  test('nothing is sent when the time is up', async () => {
    const server = await silentServer();
    const client = boundClient(new DynamoDBClient(settingsOf(server)), limit);
    await expect(withinTime(leaving(0), () => client.send(command))).rejects.toMatchObject({ name: 'OutOfTime' });
    expect(server.closed).toEqual([]);
  });

  test('what settles a failure has the time that was kept for it', async () => {
    const server = await silentServer();
    const client = boundClient(new DynamoDBClient(settingsOf(server)), limit);
    await expect(withinTime(leaving(0), () => settling(() => client.send(command)))).rejects.toMatchObject(givenUp);
    await expect(withinTime(0, () => settling(() => client.send(command)))).rejects.toMatchObject({
      name: 'OutOfTime',
    });
  });
});

test('a process that was held up reads what has come meanwhile before it gives up', async () => {
  const heldUpMs = 2_000;
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const server = new Worker(answeringServer, { eval: true, workerData: gate });
  onTestFinished(async () => void (await server.terminate()));
  const [port] = await once(server, 'message');
  const client = boundClient(
    new DynamoDBClient(settingsOf({ endpoint: `http://127.0.0.1:${port}` })),
    () => heldUpMs / 2,
  );
  const answer = client.send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } }));
  await once(server, 'message');
  // The server answers while this process does nothing, for longer than the attempt may take.
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldUpMs);
  expect(await answer).toMatchObject({ Item: { pk: { S: 'a' } }, $metadata: { attempts: 1 } });
});

/** Tells that a request has come, and answers it when the gate is open. */
const answeringServer = `
const { parentPort, workerData: gate } = require('node:worker_threads');
const server = require('node:http').createServer((request, response) => {
  request.resume().on('end', () => {
    parentPort.postMessage('asked');
    Atomics.wait(gate, 0, 0);
    response.end('{"Item":{"pk":{"S":"a"}}}');
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('an attempt of a transaction has two seconds, and one of any other call a second', () => {
  const limitOf = (target: string) =>
    tableAttemptLimit({ method: 'POST', headers: { 'x-amz-target': `DynamoDB_20120810.${target}` } });
  expect(['TransactWriteItems', 'TransactGetItems'].map(limitOf)).toEqual([2_000, 2_000]);
  expect(['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'].map(limitOf)).toEqual(
    Array(6).fill(1_000),
  );
});

test('every client that the service makes is bound', () => {
  const makings = readImports(['shared', 'functions']).files.flatMap((file) => {
    const made = readFileSync(file, 'utf8').matchAll(/(\S*)new (\w*Client)\(/g);
    return [...made].map(([, before, name]) => `${file}: ${before}${name}`);
  });
  expect(makings.length).toBeGreaterThanOrEqual(6);
  expect(makings.filter((making) => !making.includes(': boundClient(') && !making.includes('(boundClient('))).toEqual(
    [],
  );
});
