import { type Role, roles } from '../../shared/identity/roles.ts';

/** A person who is signed in on this machine: `quickstart.json` has their session token. */
export interface LocalPerson {
  readonly userId: string;
  readonly email: string;
}

export function userIdOf(role: Role): string {
  return `local-${role}`;
}

export function emailOf(role: Role): string {
  return `${role}@example.com`;
}

/** One person for each role in the quickstart's organization. */
export const localPeople: readonly LocalPerson[] = roles.map((role) => ({
  userId: userIdOf(role),
  email: emailOf(role),
}));
