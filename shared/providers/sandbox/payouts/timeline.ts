import type { FailureCode } from '../../../ports/failure-codes.ts';
import type { RailStatus } from '../../../ports/payout-rail.ts';

interface Moving {
  readonly status: 'pending' | 'processing' | 'completed' | 'returned';
}

interface Failed {
  readonly status: 'failed';
  readonly failureCode: FailureCode;
  readonly fundsReturned: boolean;
}

/** The payout has this status starting `afterMs` after its acceptance. */
export type TimelineStep = { readonly afterMs: number } & (Moving | Failed);

/** How a payout proceeds: steps in order of time, the first at 0, the last one final. */
export type Timeline = readonly [TimelineStep, ...TimelineStep[]];

/** The last step of a timeline, which is final. */
export function lastStep(timeline: Timeline): TimelineStep {
  return timeline.at(-1) ?? timeline[0];
}

/**
 * The rail's report `elapsedMs` after acceptance. Before acceptance, which is possible because clocks differ, it
 * reports the first step.
 */
export function statusAt(timeline: Timeline, elapsedMs: number): RailStatus {
  const step = timeline.findLast(({ afterMs }) => afterMs <= elapsedMs) ?? timeline[0];
  const next = timeline.find(({ afterMs }) => afterMs > Math.max(elapsedMs, step.afterMs));
  return asRailStatus(step, next && next.afterMs - elapsedMs);
}

function asRailStatus(step: TimelineStep, recheckInMs: number | undefined): RailStatus {
  switch (step.status) {
    case 'failed':
      return { status: 'failed', failureCode: step.failureCode, fundsReturned: step.fundsReturned };
    case 'returned':
      return { status: 'returned' };
    case 'completed':
      return recheckInMs === undefined ? { status: 'completed' } : { status: 'completed', recheckInMs };
    default:
      if (recheckInMs === undefined) throw new Error(`a timeline may not end in ${step.status}`);
      return { status: step.status, recheckInMs };
  }
}
