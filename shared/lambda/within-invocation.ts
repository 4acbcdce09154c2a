import type { Context } from 'aws-lambda';
import { withinTime } from '../ground/time/time-left.ts';

/** What is used of Lambda's context. */
export type Invocation = Pick<Context, 'getRemainingTimeInMillis'>;

/** Does the work of an invocation: what it calls ends before Lambda would end the function, so that it can answer. */
export function withinInvocation<T>(invocation: Invocation, work: () => T): T {
  return withinTime(invocation.getRemainingTimeInMillis(), work);
}
