import { attemptMs } from '../ground/aws/bound-client.ts';
import { ServiceError } from '../ground/errors/service-error.ts';
import { OutOfTime, timeLeftMs } from '../ground/time/time-left.ts';

/** The number of attempts to call STS, each within a second. */
const attempts = 3;
/** An answer of GetCallerIdentity has a few hundred bytes. */
const maxAnswerBytes = 8 * 1024;

export interface StsCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface StsAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a signed call to STS. The call changes nothing there, so it is repeated if no answer arrives.
 * @throws ServiceError INTERNAL with status 503 when STS does not answer in time, or answers with something else
 */
export async function callSts(call: StsCall): Promise<StsAnswer> {
  let cause: unknown;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      const answer = await send(call);
      if (answer.status < 500 && !isThrottled(answer)) return answer;
      cause = new Error(`STS answered ${answer.status}`);
    } catch (error) {
      if (error instanceof OutOfTime) throw unavailable(error);
      cause = error;
    }
  }
  throw unavailable(cause);
}

async function send({ url, headers, body }: StsCall): Promise<StsAnswer> {
  const ms = Math.min(attemptMs, timeLeftMs());
  if (ms <= 0) throw new OutOfTime();
  const signal = AbortSignal.timeout(Math.ceil(ms));
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
  return { status: response.status, text: await readUpTo(response, maxAnswerBytes) };
}

async function readUpTo(response: Response, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new Error(`STS answered more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function isThrottled({ status, text }: StsAnswer): boolean {
  return status !== 200 && /<Code>(Throttling|RequestLimitExceeded)/.test(text);
}

/** Nothing has been done yet, because the operator is identified first. */
export function unavailable(cause: unknown): ServiceError {
  return new ServiceError('INTERNAL', 'AWS (STS) cannot confirm the operator at the moment; nothing was done', {
    status: 503,
    retryAfterSeconds: 1,
    cause,
  });
}
