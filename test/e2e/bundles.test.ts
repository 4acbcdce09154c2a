import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../client/src/index.ts';
import {
  discoverCanary,
  discoverEndpoints,
  discoverOperations,
  discoverSites,
  discoverWorkers,
} from '../../functions/discover.ts';
import { createMemoryTable } from '../../local/table/memory-client.ts';
import { operationEvent } from '../../scripts/sam/events.ts';
import { createSqsHintQueue } from '../../shared/adapters/sqs-hint-queue.ts';
import { stsOperators } from '../../shared/adapters/sts-operators.ts';
import { receiptRef } from '../../shared/canary/canary-rows.ts';
import { canaryWebhookPath } from '../../shared/contract/canary-function.ts';
import type { OperationAnswer } from '../../shared/contract/operation.ts';
import { runWorker } from '../../shared/contract/run-worker.ts';
import { answerSite } from '../../shared/http/site/answer-site.ts';
import { siteFilesIn } from '../../shared/http/site/site-files.ts';
import { canaryOrganizationId } from '../../shared/identity/canary.ts';
import { performOperation } from '../../shared/operations/perform-operation.ts';
import { PayoutEntity, payoutPartition } from '../../shared/payouts/payout/payout.ts';
import type { DueKind } from '../../shared/ports/due-kinds.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { createHttpSender } from '../../shared/webhooks/sender/http-sender.ts';
import { registered, webhooksOf } from '../functions/webhooks/support.ts';
import { createTestTable, type TestTable } from '../support/dynamodb.ts';
import { fund } from '../support/journey.ts';
import { receiverOfTest } from '../support/receiver.ts';
import { startCanary } from './support/bundles/canary.ts';
import { httpApiEvent } from './support/bundles/http-api-event.ts';
import { likenessOf } from './support/bundles/likeness.ts';
import { type Checked, checkable, headOf, openEveryPage } from './support/bundles/link-checker.ts';
import { type Heard, PlayedService } from './support/bundles/played-service.ts';
import { type Preferred, playStory } from './support/bundles/played-story.ts';
import { answeringBy, deliveringBy, originSecret, type Stage, sqsEvent, startStage } from './support/bundles/stage.ts';

const [endpoints, workers, operations, sites, canary] = await Promise.all([
  discoverEndpoints(),
  discoverWorkers(),
  discoverOperations(),
  discoverSites(),
  discoverCanary(),
]);
const declarations = endpoints.map(({ declaration }) => declaration);
const queueWorkers = workers.flatMap(({ file, declaration: worker }) =>
  worker.trigger.type === 'queue' ? [{ file, worker, trigger: worker.trigger }] : [],
);
const batches = new Map(queueWorkers.map(({ file, trigger }) => [trigger.kind, { file, ...trigger }]));
const overrides: Partial<WholeRuntime> = { rateLimitOverride: 100_000, pagesUrl: 'https://api.example.com' };

/** Bundles, templates and the documentation are made first: a minute, and more beside other tests. */
const prepareMs = 300_000;
/** Two days on two tables: a minute, too. */
const playMs = 600_000;

/** On one machine the name of a person serves as the token. */
const sessions = async (userId: string) => ({ userId });

let stage: Stage;
let lambda: Awaited<ReturnType<Stage['lambdaOn']>>;
let table: TestTable;

beforeAll(async () => {
  const files = [...endpoints, ...workers, ...operations, ...sites, ...canary].map(({ file }) => file);
  stage = await startStage(
    files,
    sites.map(({ file }) => file),
  );
  table = await createTestTable();
  lambda = await stage.lambdaOn(table.tableName);
}, prepareMs);
afterAll(async () => {
  await lambda?.stop();
  await stage?.stop();
});

test('the stage has every file of functions/', () => {
  const filesIn = (folder: string) =>
    readdirSync(join(import.meta.dirname, '../..', folder), { recursive: true, encoding: 'utf8' });
  const all = filesIn('functions').filter((file) => /\/.*\.ts$/.test(file));
  // The pages of a way to pay are in its own folder.
  const ofMethods = filesIn('shared/checkout/methods').filter((file) => /\/functions\/.*\.ts$/.test(file));
  expect(stage.files.toSorted()).toEqual([...all, ...ofMethods.map((file) => `pages/${basename(file)}`)].sort());
});

describe('a day played through the bundles', () => {
  const plays = ['key', 'session'] as const satisfies readonly Preferred[];
  const played = new Map<Preferred, { readonly deployed: Heard[]; readonly machine: Heard[] }>();

  beforeAll(async () => {
    await Promise.all(
      plays.map(async (preferred) => {
        played.set(preferred, { machine: await playedHere(preferred), deployed: await playedByStage(preferred) });
      }),
    );
    expect(stage.aws.unknown).toEqual([]);
  }, playMs);

  async function playedHere(preferred: Preferred): Promise<Heard[]> {
    const own = { table: createMemoryTable(preferred), endpoints: declarations, overrides: { ...overrides, sessions } };
    const service = new PlayedService(own);
    await playStory({ service, endpoints: declarations, preferred });
    return service.heard;
  }

  async function playedByStage(preferred: Preferred): Promise<Heard[]> {
    const own = await createTestTable();
    const { invoke, log, stop } = await stage.lambdaOn(own.tableName);
    const service = new PlayedService({
      table: own,
      endpoints: declarations,
      overrides,
      answering: answeringBy(invoke, endpoints),
      tokenOf: stage.issuer.issue,
    });
    try {
      await playStory({ service, endpoints: declarations, preferred, deliver: deliveringBy(invoke, batches) });
    } catch (cause) {
      throw new Error(`the bundles have logged:\n${log()}`, { cause });
    } finally {
      await stop();
    }
    return service.heard;
  }

  test.each(plays.flatMap((preferred) => declarations.map(({ operation }) => [operation, preferred] as const)))(
    '%s is answered as on one machine, where a %s may call',
    (operation, preferred) => {
      const ofOperation = (heard: readonly Heard[] = []) =>
        heard.filter((one) => one.operation === operation).map(likenessOf);
      const { machine, deployed } = played.get(preferred) ?? {};
      expect(ofOperation(machine)).not.toEqual([]);
      expect(ofOperation(deployed)).toEqual(ofOperation(machine));
    },
  );

  test('every kind of caller succeeds with every operation that it may call, and calls without credentials are refused', () => {
    const all = [...played.values()].flatMap(({ deployed }) => deployed);
    const successes = new Set(
      all.flatMap(({ operation, caller, result: { statusCode = 500 } }) =>
        statusCode < 400 ? [`${operation} by ${caller}`] : [],
      ),
    );
    const wanted = declarations
      .filter(({ operation }) => operation !== 'routeNotFound')
      .flatMap(({ operation, callers }) => callers.map((caller) => `${operation} by ${caller}`));
    expect(wanted.filter((success) => !successes.has(success))).toEqual([]);
    const unnamed = all.filter(({ caller }) => caller === undefined);
    expect(new Set(unnamed.map(({ result }) => result.statusCode))).toEqual(new Set([401]));
    expect(new Set(unnamed.map(({ operation }) => operation)).size).toBe(
      declarations.filter(({ callers }) => callers.some((caller) => caller === 'key' || caller === 'session')).length,
    );
  });

  test('pages are HTML, whether they open or answer 404 to an unknown token', () => {
    const pages = new Set(declarations.flatMap(({ operation, page }) => (page ? [operation] : [])));
    const heard = played.get('key')?.deployed.filter(({ operation }) => pages.has(operation)) ?? [];
    const statusesOf = Map.groupBy(heard, ({ operation }) => operation);
    expect(statusesOf.size).toBe(pages.size);
    for (const [operation, answers] of statusesOf) {
      const statuses = answers.map(({ result }) => result.statusCode);
      expect(statuses, operation).toContain(404);
      expect(Math.min(...statuses.map(Number)), operation).toBeLessThan(400);
      for (const { result } of answers) {
        if (result.statusCode !== 303) expect(result.headers?.['content-type'], operation).toMatch(/^text\/html/);
      }
    }
  });

  test('mail and events were handed to AWS', () => {
    const { mails, events } = stage.aws.handed;
    expect(mails.some((mail) => mail.includes('george@example.com'))).toBe(true);
    expect(events.some((event) => event.includes('payout.completed'))).toBe(true);
  });
});

describe('what is read without credentials', () => {
  let service: PlayedService;
  let checked: Checked;

  beforeAll(async () => {
    const answering = answeringBy(lambda.invoke, endpoints);
    service = new PlayedService({ table, endpoints: declarations, overrides, answering });
    checked = await openEveryPage(service, declarations);
  }, prepareMs);

  const ask = (method: string, path: string) => service.send(method, path, '', {});

  test.each(checkable(declarations).map(({ operation }) => operation))(
    '%s answers HEAD like GET, without a body, and changes nothing',
    async (operation) => {
      const path = checked.pathOf.get(operation) ?? '';
      const before = await checked.states();
      const head = await ask('HEAD', path);
      expect(head.text).toBe('');
      expect(head.status).toBeLessThan(400);
      expect(await checked.states()).toEqual(before);
      // GET of the page that cancels does so, and shows what became of it.
      if (operation === 'cancelCheckoutAttempt') return;
      expect(headOf(head)).toEqual(headOf(await ask('GET', path)));
    },
  );

  test.each(['/p/checkout/unknown', '/p/nothing', '/nothing'])(
    'and does not exist answers HEAD like GET: %s',
    async (path) => {
      const [head, get] = [await ask('HEAD', path), await ask('GET', path)];
      expect(headOf(head)).toEqual(headOf(get));
      expect([head.status, head.text]).toEqual([404, '']);
      expect(get.text).not.toBe('');
    },
  );

  test.each(['GET', 'HEAD', 'POST'])('is a page that a slash at the end leads to, by %s', async (method) => {
    const pages = [...checked.pathOf.values()].filter((path) => path.startsWith('/p/'));
    expect(pages).toHaveLength(5);
    for (const page of [...pages, '/docs', '/docs/signing']) {
      const answer = await ask(method, `${page}/?lang=de`);
      expect([answer.status, answer.headers.location], page).toEqual([308, `${page}?lang=de`]);
      expect(answer.text === '', page).toBe(method === 'HEAD');
    }
  });
});

describe('a worker', () => {
  let runtime: WholeRuntime;

  beforeAll(() => {
    const urls = [...stage.queues.queues].map(([kind, { url }]) => [kind, url]);
    const hints = createSqsHintQueue({ client: stage.queues.client, queueUrls: Object.fromEntries(urls) });
    ({ runtime } = new PlayedService({ table, endpoints: declarations, overrides: { hints, clock: Date.now } }));
  });

  test.each(queueWorkers.map(({ file, worker, trigger }) => [file, trigger.kind, worker] as const))(
    '%s returns only the poisoned record of its batch, as on one machine',
    async (file, kind: DueKind, worker) => {
      const hint = { kind, organizationId: 'nobody', resourceId: 'unknown', dueAt: Date.now() - 1 };
      const event = sqsEvent([JSON.stringify(hint), '{"kind":']);
      const result = await lambda.invoke(file, event);
      expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
      expect(result).toEqual(await runWorker(worker as never, event as never, runtime));
    },
  );

  test('of webhooks sends an event whose signature the receiver verifies', async () => {
    const receiver = await receiverOfTest();
    const webhooks = createHttpSender({ loopback: true });
    const service = new PlayedService({ table, endpoints: declarations, overrides: { webhooks, sessions } });
    const of = await webhooksOf(service, await service.organization());
    const { secret } = await registered(service, of, { url: receiver.url, events: ['deposit.completed'] });
    await fund(service, of.of, '5.00');
    const bundle = await import(/* @vite-ignore */ pathToFileURL(stage.bundleOf('queues/offer-events.ts')).href);
    const dueAt = service.clock.now;
    const hint = { kind: 'endpoints', organizationId: of.organizationId, resourceId: '*', dueAt, sequence: 1 };
    const event = sqsEvent([JSON.stringify({ ...hint, seenAt: dueAt })]);
    expect(await bundle.worker.handle(event, service.runtime)).toEqual({ batchItemFailures: [] });
    const [received] = receiver.received;
    const { headers = {}, text = '' } = received ?? {};
    const verified = await verifyWebhook({ headers, body: text, secret, clock: () => dueAt });
    expect(verified).toMatchObject({ type: 'deposit.completed', data: { amount: '5.00' } });
  });

  const keys = { pk: { S: 'DUE#org#mails#mail_1' }, sk: { S: 'DUE' } };
  const due = {
    ...keys,
    _et: { S: 'dueWork' },
    organizationId: { S: 'org' },
    kind: { S: 'mails' },
    resourceId: { S: 'mail_1' },
    dueAt: { N: '1' },
    attempts: { N: '0' },
  };
  const change = (NewImage: object) => ({
    eventID: '1',
    eventName: 'INSERT',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-west-1',
    eventSourceARN: 'arn:aws:dynamodb:eu-west-1:123456789012:table/test/stream/2026-03-02T09:00:00.000',
    dynamodb: {
      ApproximateCreationDateTime: 1_772_442_000,
      Keys: keys,
      NewImage,
      SequenceNumber: '111',
      SizeBytes: 100,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  });

  test('of the stream hints at what became due, and fails with a batch that holds a poisoned record', async () => {
    const before = await runtime.hints.backlog('mails');
    expect(await lambda.invoke('streams/hint-due-work.ts', { Records: [change(due)] })).toBeUndefined();
    expect(await runtime.hints.backlog('mails')).toBe(before + 1);
    const poisoned = { Records: [change(due), change({ ...due, dueAt: { unknown: true } })] };
    await expect(lambda.invoke('streams/hint-due-work.ts', poisoned)).rejects.toThrow(/Unsupported type/);
    const [worker] = workers.filter(({ file }) => file === 'streams/hint-due-work.ts');
    await expect(runWorker(worker?.declaration as never, poisoned as never, runtime)).rejects.toThrow(
      /Unsupported type/,
    );
  });

  test('of the archive puts changes into the bucket', async () => {
    expect(await lambda.invoke('streams/archive-changes.ts', { Records: [change(due)] })).toBeUndefined();
    expect(stage.aws.handed.objects).toHaveLength(1);
  });

  test('of the schedule sweeps', async () => {
    const event = { version: '0', source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} };
    expect(await lambda.invoke('schedules/sweep-due-work.ts', event)).toBeUndefined();
  });
});

describe('an operation', () => {
  const sts = new URL('http://127.0.0.1:9');
  const operators = stsOperators({ stage: 'prod', region: 'local', account: '123456789012', sts }, Date.now);

  test.each(operations.map(({ file, declaration }) => [file, declaration] as const))(
    '%s refuses a caller without proof of identity',
    async (file, operation) => {
      const { runtime } = new PlayedService({ table, endpoints: declarations, overrides: { clock: Date.now } });
      const event = operationEvent(operation, { organizationId: 'org' });
      const answer = (await lambda.invoke(file, event)) as OperationAnswer & { error: object };
      const here = (await performOperation(operation, event, runtime, operators)) as typeof answer;
      expect(answer.error).toEqual({ ...here.error, requestId: expect.stringMatching(/^req_/) });
      expect(answer.error).toMatchObject({ type: 'UNAUTHORIZED' });
    },
  );
});

describe('the canary', () => {
  let running: Awaited<ReturnType<typeof startCanary>>;

  beforeAll(async () => {
    running = await startCanary(stage, endpoints);
  });
  afterAll(() => running?.stop());

  const payouts = async () => {
    const { items } = await running.service.runtime.store.range(PayoutEntity, {
      partition: payoutPartition(canaryOrganizationId),
      limit: 10,
    });
    return items;
  };

  test('pays with its key in KMS, and succeeds when its webhook has come back, once for each run', async () => {
    await running.run('first');
    await running.run('second');
    await running.run('second');
    const made = await payouts();
    expect(made.map(({ status }) => status)).toEqual(['completed', 'completed']);
    const receipts = made.map(({ payoutId }) => running.service.runtime.store.get(receiptRef(payoutId)));
    expect(await Promise.all(receipts)).toEqual(made.map(({ payoutId }) => expect.objectContaining({ payoutId })));
    expect(stage.aws.unknown).toEqual([]);
  });

  test('is told nothing by a webhook that nobody has signed', async () => {
    const body = JSON.stringify({ id: 'evt_1', type: 'payout.completed', data: { payoutId: 'po_forged' } });
    const answer = await fetch(running.origin + canaryWebhookPath, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(await running.service.runtime.store.get(receiptRef('po_forged'))).toBeUndefined();
  });
});

test.each(sites.map(({ file, declaration }) => [file, declaration] as const))(
  '%s answers each of its files as on one machine, 404 to any other path, and HEAD like GET without a body',
  async (file, site) => {
    const files = siteFilesIn(stage.site);
    const { runtime } = new PlayedService({ table, endpoints: declarations, overrides });
    const answerHere = answerSite(site, runtime, async () => files);
    for (const path of [...files.keys(), '/docs/nothing']) {
      const eventOf = (method: string) => {
        const request = { rawPath: path, rawQueryString: '', headers: {}, requestContext: { http: { method } } };
        return httpApiEvent(request as never, { originSecret, routeKey: `${method} /docs/{file}` });
      };
      const event = eventOf('GET');
      const result = (await lambda.invoke(file, event)) as Heard['result'];
      expect(result.statusCode, path).toBe(files.has(path) ? 200 : 404);
      const { statusCode, headers } = result;
      const { 'x-request-id': _, ...same } = headers ?? {};
      expect(await lambda.invoke(file, eventOf('HEAD')), path).toMatchObject({ statusCode, headers: same, body: '' });
      const [deployed, here] = [result, await answerHere(event)].map((one) =>
        likenessOf({ operation: site.name, caller: undefined, result: one }),
      );
      expect(deployed, path).toEqual(here);
    }
  },
);

test('every handler that was built has been called', () => {
  expect([...stage.invoked].sort()).toEqual(stage.files.toSorted());
});
