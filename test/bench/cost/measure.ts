import { worker as advancePayouts } from '../../../functions/queues/advance-payouts.ts';
import { worker as offerEvents } from '../../../functions/queues/offer-events.ts';
import { acceptRequest, createCustomer, payoutRequest, quoteRequest } from '../service/customer.ts';
import { createListener, recordEvents } from '../service/webhooks.ts';
import { MeteredService } from './metered-service.ts';
import type { Stored } from './stored.ts';
import { sum, type Usage } from './usage.ts';

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
  const steps = await service.settle('advancePayouts', advancePayouts);
  const workers = steps.filter(({ writeUnit = 0 }) => writeUnit > 0);
  const writes = {
    request: request.writeUnit ?? 0,
    ...Object.fromEntries(workers.map(({ writeUnit = 0 }, index) => [`worker, call ${index + 1}`, writeUnit])),
  };
  return { name, usage: sum(request, ...steps), writes, stored: service.stored() };
}

/** An event of an organization's only endpoint, with nothing else to send: the commit that records it is not in it. */
async function measureDelivery(): Promise<Done> {
  const service = await MeteredService.start();
  return service.run(async () => {
    const { organizationId } = await createListener(service.process, ['https://example.com/hooks']);
    service.forget();
    const [hint] = await recordEvents(service.process, organizationId, 1);
    if (!hint) throw new Error('nothing was recorded');
    const steps = await service.settle('offerEvents', offerEvents);
    return { name: 'delivery of a webhook', usage: sum(...steps), writes: {}, stored: service.stored() };
  });
}
