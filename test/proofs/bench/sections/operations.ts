import { randomUUID } from 'node:crypto';
import { worker as advanceBatches } from '../../../../functions/queues/advance-batches.ts';
import { worker as advancePayouts } from '../../../../functions/queues/advance-payouts.ts';
import { callWorker } from '../../../../local/workers/worker-call.ts';
import { LinkEntity, linkRef } from '../../../../shared/checkout/links/link.ts';
import { metering } from '../../../../shared/ground/table/calls/meter.ts';
import { removeWebhookEndpoint } from '../../../../shared/webhooks/endpoints/remove-webhook-endpoint.ts';
import {
  acceptRequest,
  addSelfFunded,
  type Customer,
  createCustomer,
  newRecipient,
  payoutRequest,
  prepareQuotes,
  quoteRequest,
} from '../service/customer.ts';
import { createFleet, createMemoryFleet, type LambdaProcess } from '../service/fleet.ts';
import { type Answer, type Request, succeed } from '../service/request.ts';
import { median, percentile, round } from '../statistics.ts';
import { createCallRecorder, type RecordedCall, sequentialCalls } from '../store/record-calls.ts';

export interface OperationFigures {
  readonly sequentialCalls: number;
  readonly totalCalls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Time and use of one call. */
type Measured = Pick<Answer, 'elapsedMs' | 'use'>;

/** Calls an operation once in a process. */
type Call = (process: LambdaProcess) => Promise<Measured>;

/** The first calls of a process compile code and open connections. */
const warmUpCalls = 3;
const unitCalls = 2;

/**
 * Measures each operation alone, one call after another, with nothing else running. Its units are those of the table in memory:
 * DynamoDB Local reports them wrongly for transactions on tables with indexes.
 */
export async function measureOperations(
  databaseEndpoint: string,
  calls: number,
): Promise<Record<string, OperationFigures>> {
  const fleet = await createFleet(databaseEndpoint);
  const recorder = createCallRecorder();
  const timed = fleet.startProcess([recorder.intercept]);
  const operations = await prepareOperations(fleet.startProcess(), calls + warmUpCalls);
  const units = await measureUnits();
  const figures: Record<string, OperationFigures> = {};
  for (const [name, call] of Object.entries(operations)) {
    const timing = await time(call, timed, recorder.take, calls);
    figures[name] = { ...timing.calls, ...(units.get(name) as OperationUnits), ...timing.latency };
  }
  fleet.stop();
  return figures;
}

type OperationUnits = Pick<OperationFigures, 'readUnits' | 'writeUnits'>;

/** By operation: the average of some calls. */
export async function measureUnits(): Promise<Map<string, OperationUnits>> {
  const fleet = await createMemoryFleet();
  const process = fleet.startProcess();
  const measured = new Map<string, OperationUnits>();
  for (const [name, call] of Object.entries(await prepareOperations(fleet.startProcess(), unitCalls))) {
    const units = { readUnits: 0, writeUnits: 0 };
    for (let count = 0; count < unitCalls; count += 1) {
      const { use } = await call(process);
      units.readUnits += use.readUnits / unitCalls;
      units.writeUnits += use.writeUnits / unitCalls;
    }
    measured.set(name, units);
  }
  return measured;
}

async function time(call: Call, process: LambdaProcess, take: () => RecordedCall[], count: number) {
  for (let warmUp = 0; warmUp < warmUpCalls; warmUp += 1) await call(process);
  const elapsed: number[] = [];
  const totals: number[] = [];
  const traces: RecordedCall[][] = [];
  for (let done = 0; done < count; done += 1) {
    take();
    const { elapsedMs, use } = await call(process);
    elapsed.push(elapsedMs);
    totals.push(use.tableCalls);
    traces.push(take());
  }
  return {
    calls: { sequentialCalls: Math.max(...traces.map(sequentialCalls)), totalCalls: median(totals) },
    latency: { p50Ms: round(percentile(elapsed, 0.5)), p95Ms: round(percentile(elapsed, 0.95)) },
  };
}

/** Every operation of a customer, on an organization with some history, which `process` makes. */
async function prepareOperations(process: LambdaProcess, calls: number): Promise<Record<string, Call>> {
  const customer = await createCustomer(process);
  const { recipientId } = customer;
  // One for each accept, and one for each payout that the worker takes up.
  const quotes = await prepareQuotes(process, customer, 2 * calls + 1);
  const accept = () => acceptRequest(quotes.pop() ?? '');
  const payoutId = (await succeed(process, customer, accept())).body.payoutId as string;
  const idempotencyKey = 'fund-1';
  const funding = { operation: 'fundSandbox', body: { amount: '1.00' }, idempotencyKey };
  const { depositId } = (await succeed(process, customer, funding)).body;
  const registration = { operation: 'registerSandboxWebhookEndpoint', body: { url: 'https://example.com/hooks' } };
  const endpointId = (await succeed(process, customer, registration)).body.id as string;
  const selfFundedId = await addSelfFunded(process, customer, payoutId);
  const batchId = await addBatch(process, customer);
  const product = { name: 'Mug', currency: 'USD', unitAmount: '12.50' };
  const { productId } = (await succeed(process, customer, { operation: 'createProduct', body: product })).body;
  const payoutLink = () => ({ body: { amount: '10.00', currency: 'USD', reference: randomUUID() } });
  const { payoutLinkId } = (await succeed(process, customer, { ...payoutLink(), operation: 'createPayoutLink' })).body;
  const link = { currency: 'USD', items: [{ name: 'Mug', quantity: 1, unitAmount: '12.50' }] };
  const { linkId } = (await succeed(process, customer, { operation: 'createLink', body: link })).body;
  const sentId = await addSentLink(process, customer);
  const pay = { operation: 'simulateCheckoutPayment', parameters: { linkId: sentId }, body: { reference: 'first' } };
  const paymentId = (await succeed(process, customer, pay)).body.id as string;
  const lines = [{ amount: '10.00', destinationAccountId: customer.destinationAccountId }];
  const run = () => ({ body: { externalReferenceId: randomUUID(), items: lines } });
  const requests: Record<string, () => Omit<Request, 'operation'>> = {
    getBalance: () => ({}),
    getBalanceHistory: () => ({}),
    listCorridors: () => ({}),
    getIndicativeRate: () => ({ query: 'from=USD&to=EUR' }),
    getPolicy: () => ({}),
    listApprovals: () => ({}),
    listPaymentReasons: () => ({}),
    listPayoutScenarios: () => ({}),
    getOrder: () => ({ parameters: { payoutId } }),
    getPayoutFunding: () => ({ parameters: { payoutId: selfFundedId } }),
    listOrders: () => ({ query: 'limit=20' }),
    getPayoutBatch: () => ({ parameters: { batchId } }),
    listPayoutBatches: () => ({ query: 'limit=20' }),
    // What takes the most calls: stored lines may be pending, and items are found by status.
    listPayoutBatchItems: () => ({ parameters: { batchId }, query: 'limit=20&status=pending,valid' }),
    getProduct: () => ({ parameters: { productId } }),
    listProducts: () => ({ query: 'limit=20' }),
    createProduct: () => ({ body: product }),
    updateProduct: () => ({ parameters: { productId }, body: { unitAmount: '13.00' } }),
    archiveProduct: () => ({ parameters: { productId } }),
    getLink: () => ({ parameters: { linkId } }),
    listLinks: () => ({ query: 'limit=20' }),
    createLink: () => ({ body: link }),
    updateLink: () => ({ parameters: { linkId }, body: { fromName: 'Mugs' } }),
    listCheckoutPayments: () => ({ parameters: { linkId: sentId }, query: 'limit=20' }),
    exportCheckoutPayments: () => ({ parameters: { linkId: sentId } }),
    getCheckoutPayment: () => ({ parameters: { paymentId } }),
    refundCheckoutPayment: () => ({ parameters: { paymentId }, body: { amount: '0.01' }, isDuplicate: true }),
    listCheckoutScenarios: () => ({}),
    simulateCheckoutPayment: () => ({ parameters: { linkId: sentId }, body: { reference: randomUUID() } }),
    getPayoutLink: () => ({ parameters: { payoutLinkId } }),
    listPayoutLinks: () => ({ query: 'limit=20' }),
    createPayoutLink: payoutLink,
    getDeposit: () => ({ parameters: { depositId } }),
    listDeposits: () => ({ query: 'limit=20' }),
    listCollectionAccounts: () => ({ query: 'limit=20' }),
    listReceipts: () => ({ query: 'limit=20' }),
    listWebhookEndpoints: () => ({}),
    listSandboxWebhookEndpoints: () => ({}),
    listSandboxWebhookDeliveries: () => ({ parameters: { endpointId } }),
    listWebhookDeliveries: () => ({ parameters: { endpointId } }),
    listBalanceTransactions: () => ({ query: 'limit=20' }),
    getIdempotencyKey: () => ({ query: `key=${idempotencyKey}` }),
    listAuditEvents: () => ({ query: 'limit=20' }),
    listEvents: () => ({ query: 'limit=20' }),
    getRecipient: () => ({ parameters: { recipientId } }),
    listRecipients: () => ({ query: 'limit=20' }),
    createRecipient: () => ({ body: newRecipient() }),
    fundSandbox: () => ({ body: { amount: '10.00' } }),
    createQuote: () => quoteRequest(customer),
    acceptQuote: accept,
    createPayout: () => payoutRequest(customer),
    createPayoutBatch: run,
  };
  const calling = Object.entries(requests).map(([operation, request]): [string, Call] => [
    operation,
    (target) => succeed(target, customer, { ...request(), operation }),
  ]);
  const cancel: Call = async (target) => {
    const parameters = { payoutId: await addSelfFunded(process, customer, payoutId) };
    return succeed(target, customer, { operation: 'cancelPayout', parameters });
  };
  const { organizationId } = customer;
  // An organization has so many and no more: each goes again, beside what is measured.
  const register: Call = async (target) => {
    const answer = await succeed(target, customer, registration);
    await removeWebhookEndpoint(process.runtime, { organizationId, endpointId: answer.body.id }, {});
    return answer;
  };
  const advance: Call = async (target) => {
    const { body } = await succeed(process, customer, accept());
    return advanceOnce(target, customer.organizationId, body.payoutId);
  };
  const retire: Call = async (target) => {
    const added = await succeed(process, customer, { operation: 'createRecipient', body: newRecipient() });
    const parameters = { recipientId: added.body.recipientId as string };
    return succeed(target, customer, { operation: 'retireRecipient', parameters });
  };
  return {
    ...Object.fromEntries(calling),
    cancelPayout: cancel,
    retireRecipient: retire,
    registerSandboxWebhookEndpoint: register,
    advancePayouts: advance,
  };
}

/** A published link. What an acquirer sets up for it is no part of what is measured. */
async function addSentLink(process: LambdaProcess, customer: Customer): Promise<string> {
  const { organizationId } = customer;
  const { store } = process.runtime;
  const body = { currency: 'USD', items: [{ name: 'Mug', quantity: 12, unitAmount: '12.50' }] };
  const { linkId } = (await succeed(process, customer, { operation: 'createLink', body })).body;
  const draft = await store.get(linkRef(organizationId, linkId));
  if (!draft) throw new Error('the link was not stored');
  await store.put(LinkEntity, { ...draft, status: 'sent' });
  return linkId;
}

/** A run of a hundred lines, with the items that its validation wrote. */
async function addBatch(process: LambdaProcess, customer: Customer): Promise<string> {
  const { organizationId, destinationAccountId } = customer;
  const items = Array.from({ length: 100 }, (_, index) => {
    return { amount: '10.00', destinationAccountId, reference: `salary-${index}` };
  });
  const body = { externalReferenceId: 'salaries', items, autoCommit: false };
  const { batchId } = (await succeed(process, customer, { operation: 'createPayoutBatch', body })).body;
  const { runtime } = process;
  const hint = { kind: 'batches', organizationId, resourceId: batchId, dueAt: runtime.clock() };
  await callWorker(advanceBatches, { Records: [{ messageId: '1', body: JSON.stringify(hint) }] }, runtime);
  return batchId;
}

/** What the worker does at a payout's first hint. */
function advanceOnce({ runtime }: LambdaProcess, organizationId: string, resourceId: string): Promise<Measured> {
  const hint = { kind: 'rails', organizationId, resourceId, dueAt: runtime.clock() };
  return metering(async (use) => {
    const startedAt = performance.now();
    await callWorker(advancePayouts, { Records: [{ messageId: '1', body: JSON.stringify(hint) }] }, runtime);
    return { elapsedMs: performance.now() - startedAt, use };
  });
}
