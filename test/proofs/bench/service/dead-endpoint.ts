import type { SQSEvent } from 'aws-lambda';
import { worker as offerEvents } from '../../../../functions/queues/offer-events.ts';
import { worker as retryDeliveries } from '../../../../functions/queues/retry-deliveries.ts';
import { batchItemFailures } from '../../../../local/workers/worker-call.ts';
import type { Worker } from '../../../../shared/contract/worker.ts';
import { timestamp } from '../../../../shared/ground/time/clock.ts';
import { DueWorkEntity, dueShard, dueShardCount } from '../../../../shared/journal/due/due-work.ts';
import { hintOf } from '../../../../shared/journal/due/hint-due-work.ts';
import type { Event } from '../../../../shared/journal/rows/event.ts';
import type { DueKind } from '../../../../shared/ports/due-kinds.ts';
import type { Hint, HintQueue } from '../../../../shared/ports/hint-queue.ts';
import type { WebhookAnswer, WebhookRequest } from '../../../../shared/ports/webhook-sender.ts';
import { cursorRef } from '../../../../shared/webhooks/endpoints/cursor.ts';
import { anyEndpointId, hintEvents } from '../../../../shared/webhooks/offering/hint-events.ts';
import { putEvents } from './feed.ts';
import type { Fleet, LambdaProcess } from './fleet.ts';
import { type MemoryQueue, startMemoryQueue } from './queue.ts';
import type { VirtualTime } from './virtual-time.ts';
import { createListener } from './webhooks.ts';
import { callInTime } from './worker-call.ts';

const defaultTimeoutMs = 10_000;

/** What it takes to play one: processes whose calls take AWS's time, and one whose calls take none. */
interface Parts {
  readonly time: VirtualTime;
  readonly fleet: Fleet;
  readonly aside: LambdaProcess;
}

/** An endpoint that never answers, and what its workers do about it in virtual time. */
export class DeadEndpoint {
  /** Requests that nobody answered. */
  attempts = 0;
  /** What invocations lasted, all of them together. */
  readonly lasted = { offeringMs: 0, retryMs: 0, quietMs: 0 };
  readonly #time: VirtualTime;
  readonly #process: LambdaProcess;
  readonly #aside: LambdaProcess;
  readonly #queues: ReadonlyMap<DueKind, MemoryQueue>;
  readonly #hints: HintQueue;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #hinted = new Set<string>();
  readonly #failures: unknown[] = [];
  #endpoint = { organizationId: '', endpointId: '' };
  #endAt = 0;
  #keptBackUntil = 0;

  constructor({ time, fleet, aside }: Parts) {
    this.#time = time;
    this.#aside = aside;
    this.#queues = new Map([offerEvents, retryDeliveries].map((worker) => this.#startQueue(worker)));
    this.#hints = { send: (hints, now) => this.#send(hints, now), backlog: async () => 0 };
    const webhooks = { faultOf: () => undefined, send: ({ timeoutMs }: WebhookRequest) => this.#hang(timeoutMs) };
    this.#process = fleet.startProcess([], { hints: this.#hints, webhooks });
  }

  /** Registers it and records events at a steady pace, until the last is due. */
  async play(events: number, everyMs: number): Promise<void> {
    const { organizationId, endpointIds } = await createListener(this.#aside, ['http://127.0.0.1:1/']);
    this.#endpoint = { organizationId, endpointId: endpointIds[0] ?? '' };
    const startAt = this.#time.clock();
    this.#endAt = startAt + events * everyMs;
    for (let sequence = 1; sequence <= events; sequence += 1) {
      await this.#time.until(startAt + sequence * everyMs);
      const event = newEvent(organizationId, sequence, this.#time.clock());
      await putEvents(this.#aside.runtime.store, [event]);
      await hintEvents({ clock: this.#time.clock, hints: this.#hints }, [event]);
    }
    await Promise.all(this.#underWay);
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  #startQueue(worker: Worker<SQSEvent>): [DueKind, MemoryQueue] {
    const { trigger, timeoutSeconds } = worker;
    if (trigger.type !== 'queue') throw new Error(`${worker.name} reads no queue`);
    const { kind, batchSize, batchingSeconds, maximumConcurrency } = trigger;
    const workers = Array(maximumConcurrency).fill((event: SQSEvent) => this.#call(worker, event));
    const visibilitySeconds = 6 * timeoutSeconds;
    return [kind, startMemoryQueue({ batchSize, batchingSeconds, workers, time: this.#time, visibilitySeconds })];
  }

  async #send(hints: readonly Hint[], now: number): Promise<void> {
    for (const [kind, queue] of this.#queues) {
      await queue.send(
        hints.filter((hint) => hint.kind === kind),
        now,
      );
    }
  }

  async #hang(timeoutMs = defaultTimeoutMs): Promise<WebhookAnswer> {
    this.attempts += 1;
    await this.#time.sleep(timeoutMs);
    return { accepted: false, error: 'no answer' };
  }

  /** Whether a hint at new events finds nothing to do. */
  get #isQuiet(): boolean {
    return this.#underWay.size === 0 && this.#time.clock() < this.#keptBackUntil;
  }

  async #call(worker: Worker<SQSEvent>, event: SQSEvent): Promise<Set<string>> {
    if (this.#time.clock() >= this.#endAt) return new Set();
    const call = this.#timed(worker, event);
    this.#underWay.add(call);
    return call.finally(() => this.#underWay.delete(call));
  }

  async #timed(worker: Worker<SQSEvent>, event: SQSEvent): Promise<Set<string>> {
    const isOfEvents = hintsIn(event).every(({ resourceId }) => resourceId === anyEndpointId);
    const kind = isOfEvents && this.#isQuiet ? 'quietMs' : worker === offerEvents ? 'offeringMs' : 'retryMs';
    const { attempts } = this;
    const startedAt = this.#time.exact;
    const failed = await this.#invoke(worker, event);
    this.lasted[kind] += this.#time.exact - startedAt;
    // One that found somebody else at work has changed nothing.
    if (!isOfEvents || this.attempts > attempts) await this.#look();
    return failed;
  }

  /** Nothing fails here: what does is a mistake. */
  async #invoke(worker: Worker<SQSEvent>, event: SQSEvent): Promise<Set<string>> {
    try {
      const failed = batchItemFailures(await callInTime(this.#time, worker, event, this.#process.runtime));
      if (failed.size > 0) throw new Error(`${worker.name} failed`);
    } catch (error) {
      this.#failures.push(error);
    }
    return new Set();
  }

  /** Hints what the table's stream and the sweep tell of rows that were let go of. */
  async #look(): Promise<void> {
    const { store } = this.#aside.runtime;
    const shards = (['endpoints', 'deliveries'] as const).flatMap((kind) =>
      Array.from({ length: dueShardCount }, (_, shard) => dueShard(kind, shard)),
    );
    const pages = await Promise.all(
      shards.map((shard) => store.duePage(DueWorkEntity, { shard, until: this.#endAt, limit: 1_000 })),
    );
    const free = pages.flatMap(({ rows }) => rows).filter(({ claim }) => !claim);
    const news = free.map(hintOf).filter(({ resourceId, dueAt }) => !this.#hinted.has(`${resourceId} ${dueAt}`));
    for (const { resourceId, dueAt } of news) this.#hinted.add(`${resourceId} ${dueAt}`);
    await this.#send(news, this.#time.clock());
    const { organizationId, endpointId } = this.#endpoint;
    this.#keptBackUntil = (await store.get(cursorRef(organizationId, endpointId)))?.probeAt ?? 0;
  }
}

function hintsIn({ Records }: SQSEvent): Hint[] {
  return Records.map(({ body }) => JSON.parse(body) as Hint);
}

function newEvent(organizationId: string, sequence: number, at: number): Event {
  const data = JSON.stringify({ payoutId: `po_${sequence}`, status: 'pending', amount: '100.00', currency: 'USD' });
  return { organizationId, sequence, type: 'payout.pending', createdAt: timestamp(at), livemode: false, data };
}
