/** Somebody who has signed in. What they may do is in the table, never in the token. */
export interface Person {
  /** The subject that the identity provider names. */
  readonly userId: string;
}

/**
 * Reads a session's bearer token. Undefined when the text is no token, has expired, or was issued for another client.
 */
export type Sessions = (token: string) => Promise<Person | undefined>;

/** The credential of a person, by which their requests are counted and their access is withdrawn. */
export function personCredential(userId: string): string {
  return `user:${userId}`;
}
