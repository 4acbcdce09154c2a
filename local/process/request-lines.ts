import type { RefusedSignature } from '../../shared/ports/runtime.ts';
import type { AnsweredRequest } from '../gateway/answered-request.ts';

/** The line on the terminal for an answered request: `12:30:05 GET /business/api/v1/… 200 7 ms req_…`. */
export function requestLine({ at, method, path, status, type, milliseconds, requestId }: AnsweredRequest): string {
  const time = new Date(at).toTimeString().slice(0, 8);
  const parts = [time, method, path, status, type, `${milliseconds} ms`, requestId];
  return printable(parts.filter((part) => part !== undefined).join(' '));
}

/** Help for a wrong signature: the string that it should have covered, with line breaks as `\n`. */
export function signatureLine({ requestId, reason, expected }: RefusedSignature): string {
  const toSign = expected === undefined ? '' : `\n  expected: ${printable(JSON.stringify(expected))}`;
  return `SIGNATURE_INVALID of ${requestId}: ${reason}${toSign}`;
}

/** Input must not be able to write control characters to the terminal. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
