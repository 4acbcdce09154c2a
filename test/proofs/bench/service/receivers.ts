import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which a receiver answers 200; or it never does. */
export type Answering = number | 'never';

/** A request as it arrived. Times are milliseconds of the machine's clock. */
export interface Arrival {
  /** Which of the receivers. */
  readonly receiver: number;
  readonly sequence: number;
  /** The event's `createdAt`. */
  readonly recordedAt: number;
  /** When the request's head had been read. */
  readonly arrivedAt: number;
}

/** The first that the process says. */
export interface Listening {
  readonly ports: readonly number[];
}

export interface Receivers {
  readonly urls: readonly string[];
  /** Waits until a receiver has seen so many different events since it was last asked, or has seen none for long. */
  take(receiver: number, events: number): Promise<Arrival[]>;
  stop(): void;
}

const patienceMs = 20_000;
const pollMs = 100;

/** Starts receivers in a process of their own, so that neither they nor the service wait for the other's work. */
export async function startReceivers(answerings: readonly Answering[]): Promise<Receivers> {
  const child = fork(join(import.meta.dirname, 'receiver-process.ts'), [JSON.stringify(answerings)]);
  const [{ ports }] = (await once(child, 'message')) as [Listening];
  let arrivals: Arrival[] = [];
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}/webhooks`),
    async take(receiver, events) {
      let lastAt = Date.now();
      const ours = () => firstArrivals(arrivals.filter((arrival) => arrival.receiver === receiver));
      while (ours().length < events && Date.now() - lastAt < patienceMs) {
        await sleep(pollMs);
        child.send('take');
        const [taken] = (await once(child, 'message')) as [Arrival[]];
        if (taken.length > 0) lastAt = Date.now();
        arrivals.push(...taken);
      }
      const taken = ours();
      arrivals = [];
      return taken;
    },
    stop: () => child.disconnect(),
  };
}

/** The first of each event: deliveries are at least once. */
function firstArrivals(arrivals: readonly Arrival[]): Arrival[] {
  const first = new Map<number, Arrival>();
  for (const arrival of arrivals) if (!first.has(arrival.sequence)) first.set(arrival.sequence, arrival);
  return [...first.values()];
}
