import { type Caller, memberOf } from '../../contract/caller.ts';
import { may } from '../../identity/roles.ts';

interface WithAnswer {
  readonly lastError?: string | undefined;
}

/**
 * Hides receivers' responses, which can contain anything, from callers who may not see them. Members who manage
 * endpoints see them, and so do keys, because the receivers are the integrator's own systems. Other members see that an
 * attempt failed, but not the response.
 */
export function hideAnswersFrom<Shown extends WithAnswer>(caller: Caller, shown: readonly Shown[]): Shown[] {
  if (caller.kind === 'key' || may(memberOf(caller).role, 'webhooks.manage')) return [...shown];
  return shown.map(({ lastError: _, ...rest }) => rest as Shown);
}
