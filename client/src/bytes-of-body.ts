import { utf8 } from './bytes.ts';
import type { ReceivedBody } from './received-body.ts';

/**
 * Copies a body's bytes, because bytes in shared memory could change between the check and the parsing. Returns
 * undefined if the body is neither bytes nor text.
 */
export async function bytesOfBody(body: ReceivedBody): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (typeof body === 'string') return utf8(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  // `instanceof` does not recognize a buffer from another realm, such as that of a test runner.
  if (/ArrayBuffer$/.test(kindOf(body))) return new Uint8Array(body as ArrayBufferLike).slice();
  return (body as Partial<Blob> | undefined)?.arrayBuffer && bytesOfBody(await (body as Blob).arrayBuffer());
}

/** The kind of a value, for a message: `Object`, `Array`, `Undefined`, `Promise`, … */
export function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
