import { keysOf, type TableCall } from '../../../../local/table/call.ts';
import * as errors from '../../../../local/table/errors.ts';

/** Marks what the simulation itself threw: any other failure of a handler is a fault of the product. */
const injected = new WeakSet<Error>();

export function isInjected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return injected.has(error) || isInjected(error.cause);
}

export function inject<E extends Error>(error: E): E {
  injected.add(error);
  return error;
}

/** What the SDK throws when no answer came back. */
export function noAnswer(): Error {
  return inject(Object.assign(new Error('socket hang up'), { name: 'TimeoutError' }));
}

/** What DynamoDB answers when another transaction holds one of the items: here, the last. */
export function conflict(call: TableCall): Error {
  const { length } = keysOf(call);
  return inject(
    errors.conflict(
      call,
      Array.from({ length }, (_, index) => index === length - 1),
    ),
  );
}

export function throttled(call: TableCall): Error {
  return inject(errors.throttled(call));
}
