import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts';
import type { Invocation } from './invocation.ts';
import type { Organization } from './scene.ts';

export interface Answer {
  readonly status: number;
  /** As it was sent. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One time that an operation was sent. */
export interface Attempt {
  readonly startedStep: number;
  /** Absent when the request never arrived. */
  readonly invocation?: Invocation;
  /** The key that signed it; absent for a session. */
  readonly keyId?: string | undefined;
  /** What the service answered; absent when it died. */
  answer?: Answer;
  endedStep?: number;
  /** Whether the caller saw the answer. */
  isReceived: boolean;
}

/** What a caller wants, sent once or more often with the same key and body. */
export interface Operation {
  readonly caller: string;
  readonly organization: Organization;
  readonly endpoint: AnyEndpoint;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Bytes of the body; empty for a read. */
  readonly text: string;
  readonly key?: string | undefined;
  readonly allowDuplicate?: boolean | undefined;
  /** The member whose session sends it, instead of a key. */
  readonly as?: string | undefined;
  readonly attempts: Attempt[];
}

/** Tests look into answers of every shape. */
export function bodyOf(answer: Answer): ReturnType<typeof JSON.parse> {
  return JSON.parse(answer.text);
}

export function succeeded(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && answer.status < 300;
}

/** The error's `type`; undefined for a success. */
export function errorOf(answer: Answer): string | undefined {
  return succeeded(answer) ? undefined : bodyOf(answer).type;
}

export function isReplay({ headers }: Answer): boolean {
  return headers['idempotency-replayed'] === 'true';
}
