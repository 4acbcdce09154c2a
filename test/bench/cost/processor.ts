import { marshall } from '@aws-sdk/util-dynamodb';
import { worker as advancePayouts } from '../../../functions/queues/advance-payouts.ts';
import { worker as offerEvents } from '../../../functions/queues/offer-events.ts';
import { worker as hintDueWork } from '../../../functions/streams/hint-due-work.ts';
import { startDynamoDbLocal } from '../../../local/dynamodb-local/dynamodb-local.ts';
import { acceptRequest, createCustomer, payoutRequest, prepareQuotes, quoteRequest } from '../service/customer.ts';
import { createFleet } from '../service/fleet.ts';
import { type Request, succeed } from '../service/request.ts';
import { callOnce, createListener, recordEvents } from '../service/webhooks.ts';
import { median, round } from '../statistics.ts';
import type { Work } from './assumptions.ts';

const warmUpCalls = 40;
const calls = 100;

/** Processor milliseconds of a warm invocation with the SDK, the median, one after another. DynamoDB Local is a process of its own. */
export async function measureProcessor(): Promise<Record<Work, number>> {
  const database = await startDynamoDbLocal();
  const fleet = await createFleet(database.endpoint);
  const process = fleet.startProcess();
  const customer = await createCustomer(process);
  const quotes = await prepareQuotes(process, customer, 2 * (calls + warmUpCalls));
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

interface Timed<Input> {
  readonly prepare: () => Promise<Input>;
  readonly act: (input: Input) => Promise<unknown>;
}

async function time<Input>({ prepare, act }: Timed<Input>): Promise<number> {
  const taken: number[] = [];
  for (let done = -warmUpCalls; done < calls; done += 1) {
    const input = await prepare();
    const before = globalThis.process.cpuUsage();
    await act(input);
    const { user, system } = globalThis.process.cpuUsage(before);
    if (done >= 0) taken.push((user + system) / 1000);
  }
  return round(median(taken), 1);
}
