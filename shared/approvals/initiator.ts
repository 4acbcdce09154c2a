import type { Caller } from '../http/caller.ts';
import type { Approval } from './approval.ts';

export type Initiator = Approval['initiator'];

/** Who asks for an approval: a key stands for the member who issued it. */
export function initiatorOf(caller: Caller): Initiator {
  if (caller.kind === 'session') return { actorUserId: caller.person.userId };
  return { apiKeyPrefix: caller.key.prefix, issuedBy: caller.key.issuedBy };
}

/** Whether a person asked for it, by themselves or by a key that they issued. */
export function isInitiator({ issuedBy, actorUserId }: Initiator, userId: string): boolean {
  return userId === issuedBy || userId === actorUserId;
}
