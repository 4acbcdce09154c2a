import { type Caller, memberOf } from '../../contract/caller.ts';
import { may } from '../../identity/roles.ts';

interface WithAnswer {
  readonly lastError?: string | undefined;
}

/**
 * What a caller may see of receivers' answers, which may hold anything: whoever manages endpoints sees them, and so do keys, whose
 * systems the receivers are; viewers see that an attempt failed, not what came back.
 */
export function hideAnswersFrom<Shown extends WithAnswer>(caller: Caller, shown: readonly Shown[]): Shown[] {
  if (caller.kind === 'key' || may(memberOf(caller).role, 'webhooks.manage')) return [...shown];
  return shown.map(({ lastError: _, ...rest }) => rest as Shown);
}
