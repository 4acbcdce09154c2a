import type { IncomingMessage } from 'node:http';
import type { WebhookAnswer } from '../../ports/webhook-sender.ts';

/** How much of a body is read. A connection on which more comes is closed. */
const maxBytes = 4096;
/** How long the body of an accepted answer may delay the next delivery. After that the connection is closed. */
const acceptedBodyMs = 250;

/**
 * The result of an answer. The status alone makes a 2xx a success: its body is read only so that the connection can be
 * used again, and an error in it does not undo the success.
 */
export async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) {
    const timer = setTimeout(() => response.destroy(), acceptedBodyMs);
    await beginningOf(response);
    clearTimeout(timer);
    return { accepted: true, status };
  }
  const text = printable(await beginningOf(response));
  // The target of a redirect, or its page, may contain a secret of the receiver.
  if (status >= 300 && status < 400) return { accepted: false, status, error: 'a redirect, which is not followed' };
  return { accepted: false, status, error: text || `answered ${status} without a body` };
}

/** The first 4 KB of the body, or what came before the connection broke or the deadline passed. */
async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      // Leaving the loop destroys the response and its connection.
      if (length > maxBytes) break;
    }
  } catch {
    // The body was cut off: what came before is used.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Text that is safe in a log, a table and a page: without control, format or broken characters. */
function printable(bytes: Buffer): string {
  // A character that was cut in two is left out.
  const text = new TextDecoder().decode(bytes, { stream: bytes.length === maxBytes });
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim();
}
