import type { IncomingMessage } from 'node:http';

/** API Gateway's limit. Endpoints accept far less, and check that themselves. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The maximum for all requests together: bodies that are incomplete or not answered yet. */
const MAX_BODIES_BYTES = 64 * 1024 * 1024;

/** How long the rest of a refused body is read and discarded before the answer is sent. */
const DISCARD_MS = 5000;

/** Whether the request's `content-length` exceeds the limit. */
export function announcesTooLong(request: IncomingMessage): boolean {
  return Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES;
}

/** Limits the memory for the bodies of all requests, so that many endless bodies cannot use all of it. */
export class BodyRoom {
  #free: number;

  constructor(bytes = MAX_BODIES_BYTES) {
    this.#free = bytes;
  }

  /** @returns whether there was enough room */
  take(bytes: number): boolean {
    if (bytes > this.#free) return false;
    this.#free -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#free += bytes;
  }
}

/** A body, and the memory that it occupies until its request has been answered. */
export interface TakenBody {
  readonly body: Buffer | 'too-long' | 'no-room';
  readonly taken: number;
}

/**
 * Reads a whole body.
 * @returns `too-long` or `no-room` after discarding the rest, because a caller that reads only after it has sent
 *   everything would miss an earlier answer
 * @throws Error when the caller disconnects
 */
export function readBody(request: IncomingMessage, room: BodyRoom): Promise<TakenBody> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let taken = 0;
    let refusal: 'too-long' | 'no-room' | undefined;
    let discarding: NodeJS.Timeout | undefined;
    const refuse = (why: 'too-long' | 'no-room') => {
      refusal = why;
      chunks = [];
      room.giveBack(taken);
      taken = 0;
      discarding = setTimeout(() => resolve({ body: why, taken }), DISCARD_MS);
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (refusal) return;
      if (size > MAX_BODY_BYTES) return refuse('too-long');
      if (!room.take(chunk.length)) return refuse('no-room');
      taken += chunk.length;
      chunks.push(chunk);
    });
    // Frees the memory if a caller disconnects before its body is complete.
    request.once('close', () => {
      if (!request.complete) room.giveBack(taken);
    });
    request.once('end', () => {
      clearTimeout(discarding);
      resolve({ body: refusal ?? Buffer.concat(chunks), taken });
    });
    request.once('error', (error) => {
      clearTimeout(discarding);
      reject(error);
    });
  });
}
