/** A person who has signed in. Their permissions are in the table, never in the token. */
export interface Person {
  /** The subject reported by the identity provider. */
  readonly userId: string;
}

/**
 * Reads a session's bearer token. Undefined if the text is not a token, has expired, or was issued for another client.
 */
export type Sessions = (token: string) => Promise<Person | undefined>;

/** The credential of a person, by which their requests are counted and their access is withdrawn. */
export function personCredential(userId: string): string {
  return `user:${userId}`;
}
