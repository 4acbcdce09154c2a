import type { SQSEvent } from 'aws-lambda';
import { worker as offerEvents } from '../../../functions/queues/offer-events.ts';
import { worker as retryDeliveries } from '../../../functions/queues/retry-deliveries.ts';
import { DueWorkEntity, dueShard, dueShardCount } from '../../../shared/due/due-work.ts';
import { hintOf } from '../../../shared/due/hint-due-work.ts';
import type { Hint } from '../../../shared/due/hint-queue.ts';
import type { Event } from '../../../shared/events/event.ts';
import { timestamp } from '../../../shared/runtime/clock.ts';
import type { Worker } from '../../../shared/runtime/worker.ts';
import { cursorRead } from '../../../shared/webhooks/cursor.ts';
import { everyEndpoint, hintEvents } from '../../../shared/webhooks/hint-events.ts';
import type { WebhookAnswer } from '../../../shared/webhooks/webhook-sender.ts';
import { latencyMs } from '../store/aws-like.ts';
import type { Intercept } from '../store/intercept.ts';
import { putEvents } from './feed.ts';
import type { Fleet, LambdaProcess } from './fleet.ts';
import type { LeapingClock } from './leaping-clock.ts';
import { LeapingQueues } from './leaping-queues.ts';
import { callOnce, createListener } from './webhooks.ts';

const timeoutMs = 10_000;

/** An endpoint that never answers, and what its workers do about it while time leaps. */
export class DeadEndpoint {
  /** Requests that nobody answered. */
  attempts = 0;
  readonly #clock: LeapingClock;
  readonly #sample: number;
  readonly #queues: LeapingQueues;
  readonly #process: LambdaProcess;
  readonly #underWay = new Set<Promise<void>>();
  readonly #hinted = new Set<string>();
  readonly #unwritten: Event[] = [];
  #endpoint = { organizationId: '', endpointId: '' };
  #endAt = 0;
  #keptBackUntil = 0;
  #offeringMs = 0;
  #retryMs = 0;
  readonly #quietMs: number[] = [];
  #quietLeft = 0;

  /** @param sample hints to follow although they find events kept back */
  constructor(fleet: Fleet, clock: LeapingClock, sample: number) {
    this.#clock = clock;
    this.#sample = sample;
    const workers = [offerEvents, retryDeliveries];
    this.#queues = new LeapingQueues(clock, workers, (worker, hints) => this.#call(worker, hints));
    this.#process = fleet.startProcess([atLeastAws(clock), clock.intercept], {
      clock: clock.now,
      sleep: clock.sleep,
      hints: this.#queues,
      webhooks: { faultOf: () => undefined, send: () => this.#hang() },
    });
  }

  /** What invocations lasted, all of them together. Hints that were not followed count as the average of those that were. */
  get lasted(): { readonly offeringMs: number; readonly retryMs: number; readonly quietMs: number } {
    const followedMs = this.#quietMs.reduce((sum, ms) => sum + ms, 0);
    const leftMs = this.#quietLeft === 0 ? 0 : this.#quietLeft * (followedMs / this.#quietMs.length);
    return { offeringMs: this.#offeringMs, retryMs: this.#retryMs, quietMs: followedMs + leftMs };
  }

  /** Registers it and records events at a steady pace, until the last is due. */
  async play(events: number, everyMs: number): Promise<void> {
    const { organizationId, endpointIds } = await createListener(this.#process, ['http://127.0.0.1:1/']);
    this.#endpoint = { organizationId, endpointId: endpointIds[0] ?? '' };
    const startAt = this.#clock.now();
    this.#endAt = startAt + events * everyMs;
    for (let sequence = 1; sequence <= events; sequence += 1) {
      await this.#clock.until(startAt + sequence * everyMs);
      const event = newEvent(organizationId, sequence, this.#clock.now());
      this.#unwritten.push(event);
      if (this.#isQuiet && this.#quietMs.length >= this.#sample) this.#quietLeft += 1;
      else await hintEvents({ clock: this.#clock.now, hints: this.#queues }, [event]);
    }
    await Promise.all(this.#underWay);
  }

  async #hang(): Promise<WebhookAnswer> {
    this.attempts += 1;
    await this.#clock.sleep(timeoutMs);
    return { accepted: false, error: 'no answer within 10 seconds' };
  }

  /** Whether a hint at new events finds nothing to do. */
  get #isQuiet(): boolean {
    return this.#underWay.size === 0 && this.#clock.now() < this.#keptBackUntil;
  }

  async #call(worker: Worker<SQSEvent>, hints: readonly Hint[]): Promise<void> {
    if (this.#clock.now() >= this.#endAt) return;
    const isOfEvents = hints.every(({ resourceId }) => resourceId === everyEndpoint);
    const isQuiet = isOfEvents && this.#isQuiet;
    const attempts = this.attempts;
    const call = this.#time(worker, hints, isQuiet).then(async () => {
      // One that found somebody else at work has changed nothing.
      if (!isOfEvents || this.attempts > attempts) await this.#look();
      this.#underWay.delete(call);
    });
    this.#underWay.add(call);
    await call;
  }

  async #time(worker: Worker<SQSEvent>, hints: readonly Hint[], isQuiet: boolean): Promise<void> {
    await putEvents(this.#process.runtime.store, this.#unwritten.splice(0));
    const startedAt = this.#clock.exact;
    await callOnce(worker, this.#process, hints);
    const lastedMs = this.#clock.exact - startedAt;
    if (lastedMs > worker.timeoutSeconds * 1000) throw new Error(`${worker.name} lasted ${lastedMs} ms`);
    if (isQuiet) this.#quietMs.push(lastedMs);
    else if (worker.name === offerEvents.name) this.#offeringMs += lastedMs;
    else this.#retryMs += lastedMs;
  }

  /** Hints what the table's stream and the sweep tell of rows that were let go of. */
  async #look(): Promise<void> {
    const { store } = this.#process.runtime;
    const shards = (['endpoints', 'deliveries'] as const).flatMap((kind) =>
      Array.from({ length: dueShardCount }, (_, shard) => dueShard(kind, shard)),
    );
    const rows = await Promise.all(shards.map((shard) => store.dueUntil(DueWorkEntity, shard, this.#endAt, 1_000)));
    const free = rows.flat().filter(({ claim }) => !claim);
    const news = free.map(hintOf).filter(({ resourceId, dueAt }) => !this.#hinted.has(`${resourceId} ${dueAt}`));
    for (const { resourceId, dueAt } of news) this.#hinted.add(`${resourceId} ${dueAt}`);
    await this.#queues.send(news, this.#clock.now());
    const { organizationId, endpointId } = this.#endpoint;
    this.#keptBackUntil = (await store.get(cursorRead(organizationId, endpointId)))?.probeAt ?? 0;
  }
}

/** A call takes AWS's time where the local store is faster, without anybody waiting for it. */
function atLeastAws(clock: LeapingClock): Intercept {
  return async ({ name }, send) => {
    const answeredAt = clock.exact + latencyMs[name.startsWith('Transact') ? 'transaction' : 'single'];
    try {
      return await send();
    } finally {
      await clock.until(answeredAt);
    }
  };
}

function newEvent(organizationId: string, sequence: number, at: number): Event {
  const data = JSON.stringify({ payoutId: `po_${sequence}`, status: 'pending', amount: '100.00', currency: 'USD' });
  return { organizationId, sequence, type: 'payout.pending', createdAt: timestamp(at), livemode: false, data };
}
