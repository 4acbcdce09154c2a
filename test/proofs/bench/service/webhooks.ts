import type { SQSEvent } from 'aws-lambda';
import { worker as offerEvents } from '../../../../functions/queues/offer-events.ts';
import { batchItemFailures, callWorker } from '../../../../local/workers/worker-call.ts';
import { createOrganization } from '../../../../shared/access/organizations/create-organization.ts';
import type { Worker } from '../../../../shared/contract/worker.ts';
import { decideAndCommit } from '../../../../shared/journal/commit/decide.ts';
import type { Hint, HintQueue } from '../../../../shared/ports/hint-queue.ts';
import type { WebhookSender } from '../../../../shared/ports/webhook-sender.ts';
import { registerWebhookEndpoint } from '../../../../shared/webhooks/endpoints/register-webhook-endpoint.ts';
import { hintEvents } from '../../../../shared/webhooks/offering/hint-events.ts';
import type { Fleet, LambdaProcess } from './fleet.ts';
import { type MemoryQueue, startMemoryQueue } from './queue.ts';
import { systemTime } from './time.ts';
import { callInTime } from './worker-call.ts';

/** An organization whose events go to each of these addresses. */
export async function createListener({ runtime }: LambdaProcess, urls: readonly string[]) {
  const { organizationId } = await createOrganization(runtime, {
    name: 'Bench',
    mode: 'sandbox',
    features: ['developer'],
  });
  const endpointIds: string[] = [];
  for (const url of urls) {
    const { body } = await registerWebhookEndpoint(runtime, organizationId, { url, events: [] }, {});
    endpointIds.push(body.id);
  }
  return { organizationId, endpointIds };
}

/** As many as a busy commit has. */
const eventsPerCommit = 50;

/** Records events without anybody being told. @returns the hint of each commit, as the stream's consumer makes them */
export async function recordEvents(
  { runtime }: LambdaProcess,
  organizationId: string,
  count: number,
): Promise<readonly Hint[]> {
  const hints: Hint[] = [];
  const collect: HintQueue = { send: async (sent) => void hints.push(...sent), backlog: async () => 0 };
  for (let left = count; left > 0; left -= eventsPerCommit) {
    let sequence = 0;
    await decideAndCommit(runtime, {
      organizationId,
      reads: {},
      decide: (_found, draft) => {
        for (let index = 0; index < Math.min(left, eventsPerCommit); index += 1) {
          sequence = draft.nextSequence;
          draft.event({ type: 'payout.pending', data: shownPayout });
        }
        return { reply: { status: 200, body: undefined } };
      },
    });
    await hintEvents({ ...runtime, hints: collect }, [{ organizationId, sequence }]);
  }
  return hints;
}

/** About what a payout's event shows: what matters is its size. */
const shownPayout = {
  payoutId: 'po_0mhpvz1a2c3d4e5f6a7b8c9d0e',
  status: 'pending',
  requiresFunding: false,
  reference: 'invoice-2026-000123',
  recipientId: 'rcp_0mhpvz1a2c3d4e5f6a7b8c9d0e',
  destinationAccountId: 'acct_0mhpvz1a2c3d4e5f6a7b8c9d0e',
  sourceAmount: '100.00',
  sourceCurrency: 'USD',
  destinationAmount: '91.08',
  destinationCurrency: 'EUR',
  fee: { amount: '1.00', currency: 'USD' },
  rate: '0.92',
  livemode: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

const { trigger } = offerEvents;
if (trigger.type !== 'queue') throw new Error(`${offerEvents.name} reads no queue`);
const { batchSize, batchingSeconds, maximumConcurrency } = trigger;

/** The real worker behind a queue; each call is in a process of its own, as many at once as the declaration allows. */
export function startOffering(fleet: Fleet, webhooks: WebhookSender): MemoryQueue {
  const hints: HintQueue = { send: (sent, now) => queue.send(sent, now), backlog: async () => 0 };
  const workers = Array.from({ length: maximumConcurrency }, () => {
    const { runtime } = fleet.startProcess([], { hints, webhooks });
    return async (event: SQSEvent) => batchItemFailures(await callInTime(systemTime, offerEvents, event, runtime));
  });
  const queue = startMemoryQueue({ batchSize, batchingSeconds, workers, time: systemTime, visibilitySeconds: 10 });
  return queue;
}

/** Calls a queue's worker with hints, once. @throws Error when one of them failed */
export async function callOnce(
  worker: Worker<SQSEvent>,
  { runtime }: LambdaProcess,
  hints: readonly Hint[],
): Promise<void> {
  const Records = hints.map((hint, index) => ({ messageId: index.toString(), body: JSON.stringify(hint) }));
  const failed = batchItemFailures(await callWorker(worker, { Records }, runtime));
  if (failed.size > 0) throw new Error(`${worker.name} failed`);
}
