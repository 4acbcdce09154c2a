import type { Readable } from 'node:stream';
import { OutOfTime, timeLeftMs } from '../time/time-left.ts';

/** What is used of a request of the SDK. */
export interface SentRequest {
  readonly method: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How long an attempt may take, from its first byte to the last one of its answer. Milliseconds. */
export type AttemptLimit = (request: SentRequest) => number;

/** What is used of the SDK's handler of HTTP requests, which sends one attempt. */
export interface AnyHandler {
  handle(request: SentRequest, options?: object): Promise<{ readonly response: { readonly body: Readable } }>;
}

/**
 * A handler whose attempts end after their limit, or when the time of the invocation is up. The socket is closed then.
 * The error has the name of the SDK's own, which it repeats.
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
    // After a pause of the process its sockets are read before an attempt is given up: the answer may have come.
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
    // Whoever reads the body is told why it ends.
    if (this.#body) this.#body.destroy(error);
    else this.#ending.abort(error);
  }
}
