import type { ApiKey } from '../identity/api-key.ts';
import type { Member } from '../identity/member.ts';
import type { CheckedAccess } from '../identity/withdraw-access.ts';
import type { Actor } from '../journal/rows/actor.ts';
import { type Person, personCredential } from '../ports/sessions.ts';

/** The caller: an API key, or a person with their membership in the organization that the call concerns. */
export type Caller =
  | { readonly kind: 'key'; readonly key: ApiKey }
  | { readonly kind: 'session'; readonly person: Person; readonly member: Member | undefined };

/** The actor named in the audit row of the call. */
export function actorOf(caller: Caller): Actor {
  return caller.kind === 'key' ? { apiKeyPrefix: caller.key.prefix } : { actorUserId: caller.person.userId };
}

/** The keys that a call is made with. Empty for a person. */
export function keysOf(caller: Caller): readonly ApiKey[] {
  return caller.kind === 'key' ? [caller.key] : [];
}

/** The id of the key that a call is made with. */
export function keyIdOf(caller: Caller): string | undefined {
  return keysOf(caller)[0]?.id;
}

/** The credential by which rate limits count requests. */
export function credentialOf(caller: Caller): string {
  return caller.kind === 'key' ? caller.key.id : personCredential(caller.person.userId);
}

/** The access that the commit checks again. Undefined for a person who is not a member and has no access to lose. */
export function checkedAccessOf(caller: Caller, judgedAt: number): CheckedAccess | undefined {
  const credential = credentialOf(caller);
  if (caller.kind === 'key') return { credential, judgedAt, key: caller.key };
  return caller.member && { credential, judgedAt, accessVersion: caller.member.accessVersion };
}

/**
 * The member that a session belongs to. Endpoints that only members can call always have one.
 * @throws Error for any other caller
 */
export function memberOf(caller: Caller): Member {
  if (caller.kind === 'session' && caller.member) return caller.member;
  throw new Error('only members can call this endpoint');
}

/** Whether the caller has signed in but is not a member of the organization. */
export function isNonMember(caller: Caller | undefined): boolean {
  return caller?.kind === 'session' && !caller.member;
}
