import { addLink } from '../../../support/checkout/links.ts';
import { runRequest } from '../sections/batches/lines.ts';
import { acceptRequest, createCustomer, payoutRequest, quoteRequest } from '../service/customer.ts';
import { type Browser, visitPage } from '../service/visit-page.ts';
import { createListener, recordEvents } from '../service/webhooks.ts';
import { round } from '../statistics.ts';
import { MeteredService } from './metered-service.ts';
import { type Stored, shareOf } from './stored.ts';
import { sum, times, type Usage } from './usage.ts';

const lines = 1_000;

/** What is done, from its first request to the last thing that follows from it, each once and alone. */
export interface Done {
  readonly name: string;
  readonly usage: Usage;
  /** Write units by what took them, where there are several. */
  readonly writes: Readonly<Record<string, number>>;
  /** What is left of it in the table. */
  readonly stored: Stored;
}

export async function measure(): Promise<Done[]> {
  return [
    await measureRead(),
    await measureQuote(),
    await measureAccept(),
    await measureCreate(),
    await measureLine(),
    await measureCardPayment(),
    await measureDelivery(),
  ];
}

async function measureRead(): Promise<Done> {
  const service = await MeteredService.start();
  const { usage } = await service.run(async () => {
    const customer = await createCustomer(service.process);
    service.forget();
    return service.request('getBalance', customer, { operation: 'getBalance' });
  });
  return { name: 'signed read', usage, writes: {}, stored: service.stored() };
}

async function measureQuote(): Promise<Done> {
  const service = await MeteredService.start();
  const { usage } = await service.run(async () => {
    const customer = await createCustomer(service.process);
    service.forget();
    return service.request('createQuote', customer, quoteRequest(customer));
  });
  return { name: 'quote', usage, writes: {}, stored: service.stored() };
}

async function measureAccept(): Promise<Done> {
  const service = await MeteredService.start();
  return service.run(async () => {
    const customer = await createCustomer(service.process);
    const { body } = await service.request('createQuote', customer, quoteRequest(customer));
    service.forget();
    const accepted = await service.request('acceptQuote', customer, acceptRequest(body.snapshotId));
    return settled(service, 'payout of a quote, settled', accepted.usage);
  });
}

async function measureCreate(): Promise<Done> {
  const service = await MeteredService.start();
  return service.run(async () => {
    const customer = await createCustomer(service.process);
    service.forget();
    const created = await service.request('createPayout', customer, payoutRequest(customer));
    return settled(service, 'payout without a quote, settled', created.usage);
  });
}

async function settled(service: MeteredService, name: string, request: Usage): Promise<Done> {
  const steps = (await service.settle()).map(({ usage }) => usage);
  const workers = steps.filter(({ writeUnit = 0 }) => writeUnit > 0);
  const writes = {
    request: request.writeUnit ?? 0,
    ...Object.fromEntries(workers.map(({ writeUnit = 0 }, index) => [`worker, call ${index + 1}`, writeUnit])),
  };
  return { name, usage: sum(request, ...steps), writes, stored: service.stored() };
}

/** One of a thousand, from the request that submits the batch until the last of its payouts is settled. */
async function measureLine(): Promise<Done> {
  const service = await MeteredService.start();
  return service.run(async () => {
    const customer = await createCustomer(service.process);
    service.forget();
    const run = runRequest([customer.destinationAccountId], { lines, endUsers: 'uncapped' });
    const submitted = await service.request('createPayoutBatch', customer, run);
    const steps = await service.settle();
    const writesOf = (work: string) =>
      round(total(steps.filter((step) => step.work === work).map(({ usage }) => usage.writeUnit ?? 0)) / lines, 2);
    const writes = {
      request: round((submitted.usage.writeUnit ?? 0) / lines, 2),
      'validation and creation': writesOf('advanceBatches'),
      settlement: writesOf('advancePayouts'),
    };
    const usage = times(1 / lines, sum(submitted.usage, ...steps.map(({ usage }) => usage)));
    return { name: `line of a batch of ${lines}, settled`, usage, writes, stored: shareOf(service.stored(), lines) };
  });
}

const buyer: Browser = { cookie: `__Host-buyer=${'0'.repeat(32)}`, sourceIp: '203.0.113.7' };
const onCardPageMs = 1_000;

/** A buyer opens a link, pays on the acquirer's card page and comes back. What the sandbox does as the acquirer is not in it. */
async function measureCardPayment(): Promise<Done> {
  const service = await MeteredService.start();
  return service.run(async () => {
    const { path } = await addLink(service.process.runtime, await createCustomer(service.process));
    service.forget();
    const shown = await service.visit('showCheckoutLink', buyer, { operation: 'showCheckoutLink', path });
    const fields = { view: '0'.repeat(32) };
    const led = await service.visit('payByCard', buyer, { operation: 'payByCard', path, fields });
    await service.model.time.sleep(onCardPageMs);
    const card = { operation: 'payByTestCard', path: led.leadsTo, fields: { card: '4242' } };
    const { leadsTo } = await visitPage(service.process, buyer, card);
    const back = await service.visit('showCheckoutAttempt', buyer, { operation: 'showCheckoutAttempt', path: leadsTo });
    const steps = (await service.settle()).map(({ usage }) => usage);
    const writes = {
      'opening the card page': led.usage.writeUnit ?? 0,
      'coming back': back.usage.writeUnit ?? 0,
      workers: total(steps.map(({ writeUnit = 0 }) => writeUnit)),
    };
    const usage = sum(shown.usage, led.usage, back.usage, ...steps);
    return { name: 'payment by card on a link', usage, writes, stored: service.stored() };
  });
}

/** An event of an organization's only endpoint, with nothing else to send: the commit that records it is not in it. */
async function measureDelivery(): Promise<Done> {
  const service = await MeteredService.start();
  return service.run(async () => {
    const { organizationId } = await createListener(service.process, ['https://example.com/hooks']);
    service.forget();
    const [hint] = await recordEvents(service.process, organizationId, 1);
    if (!hint) throw new Error('nothing was recorded');
    const steps = (await service.settle()).map(({ usage }) => usage);
    return { name: 'delivery of a webhook', usage: sum(...steps), writes: {}, stored: service.stored() };
  });
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
