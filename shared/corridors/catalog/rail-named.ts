import type { Entity } from 'dynamodb-toolbox/entity';
import { UnknownValue } from '../../ground/table/known-values.ts';
import type { Named } from '../../ports/runtime.ts';

/** The only rail that there was before rows named theirs. */
const onlyRail = 'sandbox';

/** The name of the rail on which something was begun. */
export function railOf({ rail = onlyRail }: { readonly rail?: string | undefined }): string {
  return rail;
}

/**
 * The rail on which something was begun, whatever serves its corridor now: another one could pay it a second time.
 * @throws UnknownValue for a rail of a later release, and where the mode has no rail at all
 */
export function railNamed<Rail>(
  rails: Named<Rail> | undefined,
  entity: Entity,
  begun: { readonly rail?: string | undefined },
): Rail {
  const name = railOf(begun);
  // The name is a row's: every object inherits `constructor`, and it is no rail.
  const rail = rails && Object.hasOwn(rails, name) ? rails[name] : undefined;
  if (rail === undefined) throw new UnknownValue(entity, 'rail');
  return rail;
}
