/** Somebody who has signed in. What they may do is in the table, never in the token. */
export interface Person {
  /** The subject that the identity provider names. */
  readonly userId: string;
}

/** Reads a session's bearer token; undefined when it is none, has expired, or is for somebody else. */
export type Sessions = (token: string) => Promise<Person | undefined>;

/** Whose requests are counted, and whose access ends. */
export function personCredential(userId: string): string {
  return `user:${userId}`;
}
