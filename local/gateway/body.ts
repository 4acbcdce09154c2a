import type { IncomingMessage } from 'node:http';

/** API Gateway's limit; what an endpoint takes is far less, and its own check. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** How long the rest of a body that is too long is thrown away before the answer. */
const DISCARD_MS = 5000;

/** Whether the caller already said that the body is too long. */
export function announcesTooLong(request: IncomingMessage): boolean {
  return Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES;
}

/**
 * Reads a body whole.
 *
 * @returns `too-long` after discarding the rest: an answer in the middle of the sending would be lost to a caller
 * that reads only when it has sent everything.
 * @throws Error when the caller goes away.
 */
export function readBody(request: IncomingMessage): Promise<Buffer | 'too-long'> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let discarding: NodeJS.Timeout | undefined;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else {
        chunks = [];
        discarding ??= setTimeout(() => resolve('too-long'), DISCARD_MS);
      }
    });
    request.once('end', () => {
      clearTimeout(discarding);
      resolve(discarding ? 'too-long' : Buffer.concat(chunks));
    });
    request.once('error', (error) => {
      clearTimeout(discarding);
      reject(error);
    });
  });
}
