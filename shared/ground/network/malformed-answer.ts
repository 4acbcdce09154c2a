import type { Socket } from 'node:net';
import { SendError } from './send-error.ts';

/**
 * The number of bytes of a malformed answer that are examined: enough for a status line and the interim answers before
 * it.
 */
const maxBytes = 1_024;

/** An answer that violates HTTP, but whose status line shows the outcome of the request. */
export class MalformedAnswer extends Error {
  readonly status: number;

  constructor(status: number, cause: Error) {
    super(cause.message, { cause });
    this.status = status;
  }
}

/**
 * Keeps the beginning of the answer on a new connection, in case the parser refuses it. It must listen before the
 * parser, which ends the connection at the first fault.
 */
export function keepBeginning(socket: Socket): () => Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  const keep = (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, maxBytes - length));
    length += chunk.length;
    if (length >= maxBytes) socket.removeListener('data', keep);
  };
  socket.prependListener('data', keep);
  return () => {
    socket.removeListener('data', keep);
    return Buffer.concat(chunks);
  };
}

/** @returns the status if the status line is readable; otherwise an error naming the violated rule */
export function readMalformed(beginning: Buffer, error: Error): MalformedAnswer | SendError {
  const status = statusOf(beginning.toString('latin1'));
  return status === undefined ? new SendError(brokenRule(error)) : new MalformedAnswer(status, error);
}

/** The first status that does not belong to an interim answer. Lines may end with a bare line feed. */
function statusOf(text: string): number | undefined {
  const [, digits, rest = ''] = /^HTTP\/1\.[01] ([1-5]\d\d)(?: [^\r\n]*)?\r?\n(.*)$/s.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const status = Number(digits);
  if (status >= 200) return status;
  const end = /(?:^|\n)\r?\n/.exec(rest);
  return end ? statusOf(rest.slice(end.index + end[0].length)) : undefined;
}

/** The parser's own message, which contains no address. */
export function brokenRule(error: Error): string {
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : '';
  return reason ? `the answer is not HTTP: ${reason}` : 'the answer is not HTTP';
}
