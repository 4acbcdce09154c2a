import type { IncomingMessage } from 'node:http';
import type { WebhookAnswer } from '../../ports/webhook-sender.ts';

/** What is read of a body; a connection on which more comes is given up. */
const maxBytes = 4096;
/** How long the body of an accepted answer may hold up the next delivery; after it the connection is given up. */
const acceptedBodyMs = 250;

/**
 * What an answer means. A 2xx is decided by its headers: its body is read only so that the connection can be used again,
 * and nothing that happens to it undoes the success.
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
  // Where a redirect points may hold a secret of the receiver's, and so may its page.
  if (status >= 300 && status < 400) return { accepted: false, status, error: 'a redirect, which is not followed' };
  return { accepted: false, status, error: text || `answered ${status} without a body` };
}

/** Up to 4 KB, or what came of it until the connection broke or the deadline passed. */
async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      // Leaving the loop destroys the response, and its connection with it.
      if (length > maxBytes) break;
    }
  } catch {
    // Cut off: what came is all there is.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Text as it may stand in a log, a table and a page: no control, format or broken characters. */
function printable(bytes: Buffer): string {
  // A character that was cut through is left out.
  const text = new TextDecoder().decode(bytes, { stream: bytes.length === maxBytes });
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim();
}
