import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { worker as advanceBatches } from '../../../../functions/queues/advance-batches.ts';
import { worker as advanceCheckout } from '../../../../functions/queues/advance-checkout.ts';
import { worker as advancePayouts } from '../../../../functions/queues/advance-payouts.ts';
import { worker as offerEvents } from '../../../../functions/queues/offer-events.ts';
import { worker as hintDueWork } from '../../../../functions/streams/hint-due-work.ts';
import { startDynamoDbLocal } from '../../../../local/dynamodb-local/dynamodb-local.ts';
import { addLink } from '../../../support/checkout/links.ts';
import { runRequest } from '../sections/batches/lines.ts';
import { createAcquirerAside } from '../service/acquirer-aside.ts';
import { acceptRequest, createCustomer, payoutRequest, prepareQuotes, quoteRequest } from '../service/customer.ts';
import { createFleet, type LambdaProcess } from '../service/fleet.ts';
import { type Caller, type Request, succeed } from '../service/request.ts';
import { type Browser, visitPage } from '../service/visit-page.ts';
import { callOnce, createListener, recordEvents } from '../service/webhooks.ts';
import { median, round } from '../statistics.ts';
import type { Work } from './assumptions.ts';

const warmUpCalls = 40;
const usualCalls = 100;
/** A run of a thousand lines takes a thousand times as much. */
const runs = 5;
const lines = 1_000;

/** Processor milliseconds of a warm invocation with the SDK, the median, one after another. DynamoDB Local is a process of its own. */
export async function measureProcessor(): Promise<Record<Work, number>> {
  const database = await startDynamoDbLocal();
  const fleet = await createFleet(database.endpoint);
  const process = fleet.startProcess([], { acquirer: createAcquirerAside(Date.now) });
  const customer = await createCustomer(process);
  const quotes = await prepareQuotes(process, customer, 2 * (usualCalls + warmUpCalls));
  const accepting = () => acceptRequest(quotes.pop() ?? '');
  const asked = (requestOf: () => Request) => ({
    prepare: async () => requestOf(),
    act: (request: Request) => succeed(process, customer, request),
  });
  const accept = async () => (await succeed(process, customer, accepting())).body.payoutId as string;
  const { organizationId } = customer;
  const offering = fleet.startProcess([], {
    webhooks: { faultOf: () => undefined, send: async () => ({ accepted: true, status: 200 }) },
  });
  const listener = await createListener(process, ['https://example.com/hooks']);
  const record = {
    NewImage: marshall({ organizationId, kind: 'rails', resourceId: 'po_0', dueAt: process.runtime.clock() }),
  };
  const figures = {
    getBalance: await time(asked(() => ({ operation: 'getBalance' }))),
    createQuote: await time(asked(() => quoteRequest(customer))),
    acceptQuote: await time(asked(accepting)),
    createPayout: await time(asked(() => payoutRequest(customer))),
    advancePayouts: await time({
      prepare: accept,
      act: (resourceId) =>
        callOnce(advancePayouts, process, [
          { kind: 'rails', organizationId, resourceId, dueAt: process.runtime.clock() },
        ]),
    }),
    createPayoutBatch: await time(
      asked(() => newRun(customer)),
      runs,
    ),
    advanceBatches: await timeRun(process, customer),
    ...(await measurePages(process, customer)),
    hintOfDoneWork: await time({
      prepare: async () => [
        { kind: 'checkout' as const, organizationId, resourceId: 'att_0', dueAt: process.runtime.clock() },
      ],
      act: (hints) => callOnce(advanceCheckout, process, hints),
    }),
    offerEvents: await time({
      prepare: () => recordEvents(process, listener.organizationId, 1),
      act: (hints) => callOnce(offerEvents, offering, hints),
    }),
    hintDueWork: await time({
      prepare: async () => ({ Records: [{ dynamodb: record }] }),
      act: (event) => hintDueWork.handle(event as never, process.runtime),
    }),
  };
  fleet.stop();
  await database.stop();
  return figures;
}

function newRun({ destinationAccountId }: { readonly destinationAccountId: string }): Request {
  const { operation, body } = runRequest([destinationAccountId], { lines, endUsers: 'uncapped' });
  return { operation, body: { ...(body as object), externalReferenceId: randomUUID() } };
}

/** Each of the invocations that a run takes, on average. */
async function timeRun(process: LambdaProcess, customer: Caller & { readonly destinationAccountId: string }) {
  const { organizationId } = customer;
  const { body } = await succeed(process, customer, newRun(customer));
  const resourceId: string = body.batchId;
  const before = globalThis.process.cpuUsage();
  for (let invocations = 1; ; invocations += 1) {
    await callOnce(advanceBatches, process, [
      { kind: 'batches', organizationId, resourceId, dueAt: process.runtime.clock() },
    ]);
    const { user, system } = globalThis.process.cpuUsage(before);
    const { body: run } = await succeed(process, customer, {
      operation: 'getPayoutBatch',
      parameters: { batchId: resourceId },
    });
    if (run.status === 'completed') return round((user + system) / 1000 / invocations, 1);
  }
}

/** The pages that a buyer sees who pays by card. */
async function measurePages(process: LambdaProcess, customer: Caller) {
  const { path } = await addLink(process.runtime, customer);
  const visit = (browser: Browser, page: string, operation: string, fields?: Readonly<Record<string, string>>) =>
    visitPage(process, browser, { operation, path: page, ...(fields && { fields }) });
  const open = (browser: Browser) => visit(browser, path, 'payByCard', { view: '0'.repeat(32) });
  const pay = async () => {
    const browser = newBrowser();
    const { leadsTo } = await open(browser);
    return { browser, page: (await visit(browser, leadsTo, 'payByTestCard', { card: '4242' })).leadsTo };
  };
  return {
    showCheckoutLink: await time({
      prepare: async () => newBrowser(),
      act: (browser) => visit(browser, path, 'showCheckoutLink'),
    }),
    payByCard: await time({ prepare: async () => newBrowser(), act: open }),
    showCheckoutAttempt: await time({
      prepare: pay,
      act: ({ browser, page }) => visit(browser, page, 'showCheckoutAttempt'),
    }),
  };
}

/** Each has a network of its own, because a network may not open many card pages. */
function newBrowser(): Browser {
  const network = [0, 0, 0].map(() => randomInt(256)).join('.');
  return { cookie: `__Host-buyer=${randomBytes(16).toString('hex')}`, sourceIp: `10.${network}` };
}

interface Timed<Input> {
  readonly prepare: () => Promise<Input>;
  readonly act: (input: Input) => Promise<unknown>;
}

/** @param calls that count, after as many again at most that do not */
async function time<Input>({ prepare, act }: Timed<Input>, calls = usualCalls): Promise<number> {
  const taken: number[] = [];
  for (let done = -Math.min(warmUpCalls, calls); done < calls; done += 1) {
    const input = await prepare();
    const before = globalThis.process.cpuUsage();
    await act(input);
    const { user, system } = globalThis.process.cpuUsage(before);
    if (done >= 0) taken.push((user + system) / 1000);
  }
  return round(median(taken), 1);
}
