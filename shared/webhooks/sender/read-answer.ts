import type { IncomingMessage } from 'node:http';
import { brokenRule, type MalformedAnswer } from '../../ground/network/malformed-answer.ts';
import type { WebhookAnswer } from '../../ports/webhook-sender.ts';
import { textOf } from './answer-text.ts';

/** The maximum number of bytes read from a body. If more arrives, the connection is closed. */
const maxBytes = 4096;
/** How long the body of a 2xx response may delay the next delivery. After that, the connection is closed. */
const acceptedBodyMs = 250;

/**
 * Returns the result of a response. The status alone makes a 2xx a success. Its body is read only so that the
 * connection can be reused, and an error in it does not undo the success.
 */
export async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) {
    const timer = setTimeout(() => response.destroy(), acceptedBodyMs);
    await beginningOf(response);
    clearTimeout(timer);
    return { accepted: true, status };
  }
  const bytes = await beginningOf(response);
  if (isRedirect(status)) return { accepted: false, status, error: redirected };
  if (bytes.length === 0) return { accepted: false, status, error: `answered ${status} without a body` };
  const text = await textOf(bytes, response.headers, bytes.length === maxBytes);
  const error = text ?? `answered ${status} with a body that is not text`;
  return { accepted: false, status, error: error || `answered ${status} without a body` };
}

/** Returns the result of a malformed response. Only its status line counts. */
export function resultOf({ status, cause }: MalformedAnswer): WebhookAnswer {
  if (status >= 200 && status < 300) return { accepted: true, status };
  const error = isRedirect(status) ? redirected : `answered ${status}, and ${brokenRule(cause as Error)}`;
  return { accepted: false, status, error };
}

/** The target of a redirect, or its page, may contain a secret of the receiver, so neither is shown. */
const redirected = 'a redirect, which is not followed';

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Reads the first 4 KB of the body, or the part before the connection broke or the deadline passed. */
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
    // The body was cut off. The part before the cut is used.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
