import type { Readable } from 'node:stream';
import { OutOfTime, timeLeftMs } from '../time/time-left.ts';

/** The part of an SDK request that is used here. */
export interface SentRequest {
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How long an attempt may take, from the first byte sent to the last byte of the answer, in milliseconds. */
export type AttemptLimit = (request: SentRequest) => number;

/** The part of the SDK's HTTP handler that is used here. It sends one attempt. */
export interface AnyHandler {
  handle(request: SentRequest, options?: object): Promise<{ readonly response: { readonly body: Readable } }>;
}

/**
 * Returns a handler whose attempts end at their limit, or when the time of the invocation is up. The socket is then
 * closed. The error has the name of the SDK's own timeout error, which the SDK retries.
 */
export function boundHandler<Handler extends AnyHandler>(handler: Handler, limit: AttemptLimit): Handler {
  const bound: Handler = Object.create(handler);
  bound.handle = async (request, options) => {
    const ms = Math.min(limit(request), timeLeftMs());
    if (ms <= 0) throw new OutOfTime();
    const attempt = new Attempt(ms);
    try {
      const answer = await handler.handle(request, { ...options, abortSignal: attempt.signal });
      attempt.readBody(answer.response.body);
      return answer;
    } catch (error) {
      attempt.end();
      throw attempt.signal.aborted ? attempt.signal.reason : error;
    }
  };
  return bound;
}

class Attempt {
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #body: Readable | undefined;

  constructor(ms: number) {
    // After a pause of the process, its sockets are read before an attempt is given up, because the answer may have
    // arrived.
    this.#timer = setTimeout(() => setImmediate(() => this.#giveUp(ms)), ms);
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** The attempt lasts until its answer has been read. */
  readBody(body: Readable): void {
    this.#body = body;
    body.once('close', () => this.end());
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #giveUp(ms: number): void {
    const error = Object.assign(new Error(`no answer within ${Math.ceil(ms)} ms`), { name: 'TimeoutError' });
    // Tells the reader of the body why it ends.
    if (this.#body) this.#body.destroy(error);
    else this.#ending.abort(error);
  }
}
