import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import type { Worker } from '../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { localRegion } from '../queues/clients.ts';
import { callWorker, logFailure, type Poller } from './worker-call.ts';

/**
 * Runs a scheduled worker now and then at fixed intervals of minutes. It runs now because the previous stack's hints
 * were lost with its queues, and the sweep then finds their rows. While a run is still in progress, the next one is
 * skipped.
 */
export function startSchedule(worker: Worker, everyMinutes: number, runtime: WholeRuntime): Poller {
  let running: Promise<void> | undefined;

  async function run(event: Partial<ScheduledEvent>): Promise<void> {
    try {
      await callWorker(worker, event, runtime);
    } catch (error) {
      logFailure(runtime, 'schedule worker failed', { worker: worker.name, error: error as Error });
    }
  }

  function begin(event: Partial<ScheduledEvent>): void {
    running ??= run(event).finally(() => {
      running = undefined;
    });
  }

  begin({});
  const timer = setInterval(() => begin(scheduledEvent(worker.name, runtime.clock())), everyMinutes * 60_000);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

function scheduledEvent(name: string, nowMs: number): ScheduledEvent {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: new Date(nowMs).toISOString(),
    region: localRegion,
    resources: [`arn:aws:events:${localRegion}:000000000000:rule/${name}`],
    detail: {},
  };
}
