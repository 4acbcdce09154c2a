import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEventV2, SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { proveIdentity } from '../../../operator/target/prove-identity.ts';
import { jwtSessions } from '../../../shared/adapters/jwt-sessions.ts';
import { defineWorker } from '../../../shared/contract/worker.ts';
import { withinTime } from '../../../shared/ground/time/time-left.ts';
import { scheduleWork } from '../../../shared/journal/due/due-work.ts';
import type { Used } from '../../../shared/lambda/lambda-runtime.ts';
import { queueUrlVariable } from '../../../shared/ports/due-kinds.ts';
import type { WorkerRuntime } from '../../../shared/ports/runtime.ts';
import type { PortCapability } from '../../../shared/ports/wiring/capability.ts';
import { type SilentServer, silentServer } from '../../support/silent-server.ts';

/** What Lambda would give a function that may run for so long. */
const invocationMs = 4_000;
const invocation = { getRemainingTimeInMillis: () => invocationMs };

/** A function's module with a runtime of its own, made from this test's environment. */
beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('TABLE_NAME', 'payments');
  vi.stubEnv('SEALING_SECRET_ARN', 'sealing');
  return () => vi.unstubAllEnvs();
});

/** What an entry gives a handler that reaches no provider. */
function uses(...capabilities: readonly PortCapability[]): Used {
  return { capabilities, providers: [] };
}

/** Handlers as the build makes them of declarations, in modules of this test alone. */
async function endpointHandler() {
  const { serve } = await import('../../../shared/lambda/serve.ts');
  const { endpoint } = await import('../../../functions/balance/get-balance.ts');
  return serve(endpoint, uses());
}

async function workerHandler() {
  const { serveWorker } = await import('../../../shared/lambda/serve-worker.ts');
  const { worker } = await import('../../../functions/queues/execute-approvals.ts');
  return serveWorker(worker, uses());
}

async function operationHandler() {
  const { serveOperation } = await import('../../../shared/lambda/serve-operation.ts');
  const { operation } = await import('../../../functions/operations/show.ts');
  return serveOperation(operation, uses());
}

/** Lets the clients of a service call a server that says nothing. */
async function silent(service: string): Promise<SilentServer> {
  const server = await silentServer();
  vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, server.endpoint);
  return server;
}

/** Lets the clients of Secrets Manager call a server that answers. */
async function answeringSecrets(): Promise<void> {
  const server = createServer((_request, response) => response.end('{"SecretString":"secret"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Ends as Lambda would where a function has not answered in time. */
async function beforeLambdaEnds<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Lambda ended the function')), invocationMs);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

describe('in the time of its invocation', () => {
  const event = {
    rawPath: '/business/api/v1/payments/organizations/org_1/balance',
    rawQueryString: '',
    headers: {
      'x-origin-secret': 'secret',
      'x-api-key': 'akid_test_1',
      'x-svc-signature': 'c2lnbmF0dXJl',
      'x-svc-timestamp': Math.floor(Date.now() / 1000).toString(),
      'x-svc-nonce': 'nonce',
    },
    pathParameters: { orgId: 'org_1' },
    requestContext: { http: { method: 'GET', sourceIp: '203.0.113.7' } },
  } as unknown as APIGatewayProxyEventV2;

  async function expectErrorBody(): Promise<void> {
    const handler = await endpointHandler();
    const { statusCode, headers, body } = await beforeLambdaEnds(handler(event, invocation));
    expect(statusCode).toBe(500);
    expect(JSON.parse(body ?? '')).toMatchObject({ type: 'INTERNAL', requestId: headers?.['x-request-id'] });
    expect(headers?.['x-request-id']).toMatch(/^req_/);
  }

  async function expectMessagesBack(): Promise<void> {
    const handler = await workerHandler();
    const hint = { kind: 'approvals', organizationId: 'org_1', resourceId: 'apr_1', dueAt: 0 };
    const batch = { Records: [{ messageId: 'm1', body: JSON.stringify(hint) }] } as SQSEvent;
    const answer = await beforeLambdaEnds(handler(batch, invocation));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
  }

  async function expectFailedOperation(): Promise<void> {
    const handler = await operationHandler();
    const answer = await beforeLambdaEnds(handler({ input: { organizationId: 'org_1' } }, invocation));
    expect(answer).toMatchObject({ error: { type: 'INTERNAL', requestId: expect.stringMatching(/^req_/) } });
  }

  test('an endpoint, a worker and an operation answer although the table is silent', async () => {
    await answeringSecrets();
    vi.stubEnv('LOCAL_OPERATOR', 'ada');
    const server = await silent('DYNAMODB');
    // The time of an invocation does not pass while the module of another is loaded.
    await Promise.all([endpointHandler(), workerHandler(), operationHandler()]);
    await Promise.all([expectErrorBody(), expectMessagesBack(), expectFailedOperation()]);
    // Each has called twice at least.
    expect(server.closed.length).toBeGreaterThanOrEqual(6);
  });

  test('an endpoint answers although Secrets Manager is silent', async () => {
    // Asked for the first secret that a call needs, behind an edge.
    vi.stubEnv('ORIGIN_SECRET_ARN', 'origin');
    const server = await silent('SECRETS_MANAGER');
    await expectErrorBody();
    expect(server.closed.length).toBeGreaterThan(1);
  });
});

describe('who operates in a stage', () => {
  const request = { operation: 'show', input: { organizationId: 'org_1' } };

  test('is asked from STS, which is given up in time when it is silent', async () => {
    vi.stubEnv('STAGE', 'dev');
    vi.stubEnv('ACCOUNT_ID', '123456789012');
    const server = await silent('STS');
    const credentials = async () => ({ accessKeyId: 'test', secretAccessKey: 'test' });
    const proof = await proveIdentity({ credentials, region: async () => 'eu-west-1' }, { stage: 'dev', ...request });
    const handler = await operationHandler();
    const answer = await beforeLambdaEnds(handler({ input: request.input, proof }, invocation));
    expect(answer).toMatchObject({ error: { type: 'INTERNAL', status: 503 } });
    expect(server.closed.length).toBeGreaterThan(0);
  });

  test('is nobody who is told by environment', async () => {
    vi.stubEnv('STAGE', 'dev');
    vi.stubEnv('ACCOUNT_ID', '123456789012');
    vi.stubEnv('LOCAL_OPERATOR', 'mallory');
    const handler = await operationHandler();
    const answer = await beforeLambdaEnds(handler({ input: request.input }, invocation));
    expect(answer).toMatchObject({ error: { type: 'UNAUTHORIZED' } });
  });
});

describe('a client, as the service makes it, gives a silent server up and calls it again', () => {
  const hint = { kind: 'mails', organizationId: 'org_1', resourceId: 'mail_1', dueAt: 0 } as const;
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
  const event = {
    organizationId: 'org_1',
    sequence: 1,
    type: 'payout.pending',
    createdAt: '2026-03-01T12:00:00.000Z',
    livemode: false,
    data: '{}',
  };

  /** By the service as `AWS_ENDPOINT_URL_…` names it. */
  const calls: Readonly<Record<string, (runtime: WorkerRuntime<'sealing' | 'mail' | 'eventBus'>) => Promise<unknown>>> =
    {
      DYNAMODB: ({ store, ids }) => store.transact([scheduleWork(hint, 0)], ids.token()),
      SQS: ({ hints }) => hints.send([hint], 0),
      SECRETS_MANAGER: ({ secrets }) => secrets.sealingKeys(),
      SESV2: ({ mailer }) => mailer.send(mail, 'mail_1'),
      EVENTBRIDGE: async ({ bus }) => bus?.publish([event]),
      S3: async () =>
        (await import('../../../shared/providers/ofac/s3-list-source.ts')).s3ListSource('b', '').version(),
    };

  test('whichever it is', async () => {
    const servers = Object.fromEntries(
      await Promise.all(Object.keys(calls).map(async (service) => [service, await silent(service)] as const)),
    );
    vi.stubEnv('MAIL_FROM', 'sluice@example.com');
    vi.stubEnv('EVENT_BUS_NAME', 'events');
    vi.stubEnv(queueUrlVariable('mails'), `${servers.SQS?.endpoint}/1/mails`);
    const { serveWorker } = await import('../../../shared/lambda/serve-worker.ts');
    const { eventBus } = await import('../../../shared/capabilities/event-bus.ts');
    const { mail: mailCapability } = await import('../../../shared/capabilities/mail.ts');
    const { sealing } = await import('../../../shared/capabilities/sealing.ts');
    const worker = defineWorker({
      name: 'caller',
      trigger: { type: 'table-stream' },
      timeoutSeconds: 5,
      uses: ['sealing', 'mail', 'eventBus'],
      handle: (_event: undefined, runtime) => Promise.allSettled(Object.values(calls).map((call) => call(runtime))),
    });
    const handler = serveWorker(worker, uses(sealing, eventBus, mailCapability));
    const ends = await handler(undefined, { getRemainingTimeInMillis: () => 5_000 });
    const timedOut = { status: 'rejected', reason: { name: 'TimeoutError' } };
    expect(ends).toMatchObject(Object.keys(calls).map(() => timedOut));
    const calledOnce = Object.entries(servers).filter(([, { closed }]) => closed.length < 2);
    expect(calledOnce.map(([service]) => service)).toEqual([]);
  });

  test("and so are the issuer's keys fetched", async () => {
    const { port, closed } = await silentServer();
    const issuer = `https://127.0.0.1:${port}`;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = [part({ alg: 'RS256', kid: 'k' }), part({ iss: issuer, exp: 9e9 }), 'c2ln'].join('.');
    const sessions = jwtSessions({ issuer, clientId: 'dashboard' });
    // Half a second for both attempts: the rest is kept for settling and answering.
    await expect(withinTime(3_000, () => sessions(token))).rejects.toThrow('Response time-out');
    await vi.waitFor(() => expect(closed).toHaveLength(2));
    await expect(withinTime(0, () => sessions(token))).rejects.toMatchObject({ name: 'OutOfTime' });
  });
});
