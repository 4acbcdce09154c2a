import { NodeFailed } from '../node.ts';

/** Milliseconds. The port allows ten seconds. */
const longestMs = 9_500;

/**
 * Waits for an answer within the time limit of the port, however many requests it takes.
 * @param ask gets a signal; once it is aborted, no more requests should be made
 * @throws NodeFailed when it takes longer
 */
export async function answerInTime<T>(ask: (limit: AbortSignal) => Promise<T>, ms = longestMs): Promise<T> {
  const controller = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new NodeFailed(`the nodes took longer than ${ms} ms`);
    controller.abort(reason);
    reject(reason);
  }, ms);
  try {
    return await Promise.race([ask(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
