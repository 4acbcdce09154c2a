import type { ScheduledEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Worker } from '../../../../shared/contract/worker.ts';
import type { DueWork } from '../../../../shared/journal/due/due-work.ts';
import type { DueKind } from '../../../../shared/ports/due-kinds.ts';
import { isIdleHeartbeat } from './heartbeats.ts';
import type { World } from './world.ts';

/** Workers of one queue at once. */
const workersPerQueue = 3;
/** Looks at what is due before it is called endless: an intent is asked about for a day, every half hour. */
const settleRounds = 500;
/** Looks of an operator at what is parked: without a fault of the service's, the first lets all go on that can. */
const mostLooks = 3;
/** Work that is due later than in two days counts as never due: the longest wait is the last retry of a delivery, after 29 hours. */
const patienceMs = 2 * 24 * 60 * 60 * 1000;
/** Turns of others in which workers should have ended what they have taken up. */
const turnsOfWorkers = 400;
/** A minute, after the next heartbeat of every endpoint: it follows what a worker that died has left. */
const quietMs = 11 * 60 * 1000;
/** Longer than the lock of an execution that died. */
const lockMs = 13_000;
/** Addresses of payouts are compared twice a day: what no list of transfers shows is found then. */
const comparedWithinMs = 13 * 60 * 60 * 1000;

/** Lets the world go on: messages and records are delivered whenever the stage says so. */
export class Director {
  readonly #world: World;
  readonly #working = new Map<DueKind, number>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #offered = new Set<DueKind>();
  #streamIsBusy = false;
  #failure: unknown;
  #workers = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Runs until the actors are done. @throws Error when they wait for something that will never come */
  async play(actors: readonly Promise<unknown>[]): Promise<void> {
    let isOver = false;
    this.#watch(
      Promise.all(actors).then(() => {
        isOver = true;
      }),
    );
    await this.#world.stage.settle();
    while (!isOver) {
      if (this.#failure) throw this.#failure;
      this.#pump();
      if (!(await this.#world.stage.releaseOne())) throw new Error('somebody waits for ever');
    }
  }

  /**
   * Faults off, and time moves until nothing is due any more, or it is clear that something always will be.
   * @param look what an operator does then, as long as something goes on thanks to it
   */
  async settle(replay: () => Promise<unknown>, look: () => Promise<boolean>): Promise<void> {
    const { faults, stage, stream, receivers, rail, cards, acquirer, chain, deposits } = this.#world;
    stage.tell('faults are off');
    faults.end();
    stream.isDown = false;
    receivers.failing.clear();
    rail.isDown = false;
    rail.hasNoPrices = false;
    rail.asksMore = false;
    cards.isDown = false;
    acquirer.isDown = false;
    chain.isDown = false;
    deposits.endFaults();
    await this.#drain();
    stage.now += deposits.sent.length > 0 ? comparedWithinMs : lockMs;
    await this.play([replay()]);
    await this.#untilNothingIsDue(quietMs);
    receivers.endQuiet();
    await this.#drain();
    for (let looks = 0, goesOn = true; goesOn && looks < mostLooks; looks += 1) {
      await this.#untilNothingIsDue();
      await this.play([look().then((helped) => (goesOn = helped))]);
    }
  }

  async #untilNothingIsDue(patience = patienceMs): Promise<void> {
    const { stage } = this.#world;
    // A worker that has been handed something still has its time: it must not be ended by a leap of the clock.
    await this.#drain();
    const tooLate = stage.now + patience;
    for (let round = 0; round < settleRounds; round += 1) {
      const due = this.#waitUntil();
      if (due === undefined || due > tooLate) return;
      stage.now = Math.max(stage.now, due);
      this.#pump();
      if (!(await stage.releaseOne())) await this.play([this.sweep()]);
      await this.#drain();
    }
  }

  /** Lets workers end what they have taken up: a leap of the clock ends them, and many in a row end every attempt. */
  async letWorkersEnd(): Promise<void> {
    let areUnderWay = true;
    void Promise.allSettled(this.#underWay).then(() => (areUnderWay = false));
    for (let turn = 0; areUnderWay && turn < turnsOfWorkers; turn += 1)
      await this.#world.stage.park('somebody waits for workers');
  }

  /** @param event by hand unless said: everything that is due is hinted */
  async sweep(event: Partial<ScheduledEvent> = {}): Promise<void> {
    const worker = this.#worker(({ trigger }) => trigger.type === 'schedule');
    await this.#world.service.work(worker, event, this.#name('sweep')).over;
  }

  /** When the next message or row is due; undefined when nothing is, or only endpoints that have nothing to offer. */
  #waitUntil(): number | undefined {
    const { queues, witness } = this.#world;
    const rows = witness.keys('DUE#').flatMap((key) => {
      const row = witness.current(key) as DueWork | undefined;
      if (row?.dueAt === undefined || (!row.claim && isIdleHeartbeat(this.#world, row))) return [];
      return [row.dueAt];
    });
    const messages = queues.waiting.flatMap(({ hint, visibleAt }) =>
      isIdleHeartbeat(this.#world, hint) ? [] : [visibleAt],
    );
    const times = [...rows, ...messages];
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async #drain(): Promise<void> {
    do this.#pump();
    while (await this.#world.stage.releaseOne());
    if (this.#failure) throw this.#failure;
  }

  /** What fails for a reason of the simulation's own ends the run. */
  #watch(work: Promise<void>): void {
    work.catch((error) => {
      this.#failure = error;
    });
  }

  #pump(): void {
    const { queues, stream } = this.#world;
    for (const kind of queues.kindsWaiting()) {
      if (!this.#offered.has(kind) && (this.#working.get(kind) ?? 0) < workersPerQueue) this.#watch(this.#offer(kind));
    }
    if (stream.hasRecords && !this.#streamIsBusy) this.#watch(this.#deliverRecords());
  }

  /** A worker comes free for a queue; what it finds there is decided when its turn comes. */
  async #offer(kind: DueKind): Promise<void> {
    const { stage, queues, service } = this.#world;
    this.#offered.add(kind);
    await stage.park(`queue ${kind} delivers`);
    this.#offered.delete(kind);
    if (!queues.kindsWaiting().includes(kind)) return;
    const worker = this.#worker(({ trigger }) => trigger.type === 'queue' && trigger.kind === kind);
    const event = queues.receive(kind, worker.trigger.type === 'queue' ? worker.trigger.batchSize : 1);
    this.#count(kind, 1);
    const { invocation, over } = service.work(worker, event, this.#name(`${kind} worker`));
    stage.tell(`${invocation.name} takes up ${hintsOf(event)}`);
    this.#underWay.add(over);
    const outcome = await over;
    this.#underWay.delete(over);
    if (outcome) queues.finish(event, outcome.value as SQSBatchResponse);
    if (invocation.isDead) stage.tell(`${invocation.name} is gone`);
    this.#count(kind, -1);
  }

  async #deliverRecords(): Promise<void> {
    const { stage, stream, service } = this.#world;
    this.#streamIsBusy = true;
    await stage.park('stream delivers');
    if (stream.hasRecords) {
      const event = stream.next();
      const worker = this.#worker(({ trigger }) => trigger.type === 'table-stream');
      const outcome = await service.work(worker, event, this.#name('stream consumer')).over;
      stream.finish(event, outcome !== undefined);
    }
    this.#streamIsBusy = false;
  }

  #count(kind: DueKind, by: number): void {
    this.#working.set(kind, (this.#working.get(kind) ?? 0) + by);
  }

  #worker(wanted: (worker: Worker) => boolean): Worker {
    const worker = this.#world.workers.find(wanted);
    if (!worker) throw new Error('no worker has this trigger');
    return worker;
  }

  #name(kind: string): string {
    this.#workers += 1;
    return `${kind} ${this.#workers}`;
  }
}

function hintsOf({ Records }: SQSEvent): string {
  return Records.map(({ body }) => JSON.parse(body).resourceId).join(', ');
}
