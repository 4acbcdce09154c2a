import type { ApiKey } from '../identity/api-key.ts';
import type { Member } from '../identity/member.ts';
import type { Asker } from '../identity/withdraw-access.ts';
import type { Actor } from '../journal/rows/actor.ts';
import { type Person, personCredential } from '../ports/sessions.ts';

/** Who calls: an API key, or a person with what they are to the organization of the path. */
export type Caller =
  | { readonly kind: 'key'; readonly key: ApiKey }
  | { readonly kind: 'session'; readonly person: Person; readonly member: Member | undefined };

/** Who the call is audited under. */
export function actorOf(caller: Caller): Actor {
  return caller.kind === 'key' ? { apiKeyPrefix: caller.key.prefix } : { actorUserId: caller.person.userId };
}

/** Whose requests a rate limit counts. */
export function credentialOf(caller: Caller): string {
  return caller.kind === 'key' ? caller.key.id : personCredential(caller.person.userId);
}

/** Whose access the commit looks at again. A stranger has none that could end. */
export function askerOf(caller: Caller, judgedAt: number): Asker | undefined {
  const credential = credentialOf(caller);
  if (caller.kind === 'key') return { credential, judgedAt, key: caller.key };
  return caller.member && { credential, judgedAt, accessVersion: caller.member.accessVersion };
}

/** The member that a session calls as. Endpoints that take sessions only, of members, have one. */
export function memberOf(caller: Caller): Member {
  if (caller.kind === 'session' && caller.member) return caller.member;
  throw new Error('only members call this endpoint');
}

/** Somebody signed in who is nothing to the organization. */
export function isStranger(caller: Caller | undefined): boolean {
  return caller?.kind === 'session' && !caller.member;
}
