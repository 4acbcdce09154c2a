import type { Context } from 'aws-lambda';
import { withinTime } from '../ground/time/time-left.ts';

/** The part of Lambda's context that is used here. */
export type Invocation = Pick<Context, 'getRemainingTimeInMillis'>;

/** Does the work of an invocation. Its calls end before Lambda would end the function, so that it can answer. */
export function withinInvocation<T>(invocation: Invocation, work: () => T): T {
  return withinTime(invocation.getRemainingTimeInMillis(), work);
}
