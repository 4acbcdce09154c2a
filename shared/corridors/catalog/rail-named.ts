import type { Entity } from 'dynamodb-toolbox/entity';
import { UnknownValue } from '../../ground/table/known-values.ts';
import type { Named } from '../../ports/runtime.ts';

/** The only rail that existed before rows named their rail. */
const onlyRail = 'sandbox';

/** The name of the rail on which something was started. */
export function railOf({ rail = onlyRail }: { readonly rail?: string | undefined }): string {
  return rail;
}

/**
 * The rail on which something was started, whatever rail serves its corridor now. Another rail could pay it a second
 * time.
 * @throws UnknownValue for a rail of a later release, and if the mode has no rail at all
 */
export function railNamed<Rail>(
  rails: Named<Rail> | undefined,
  entity: Entity,
  begun: { readonly rail?: string | undefined },
): Rail {
  const name = railOf(begun);
  // The name comes from a row. Every object inherits `constructor`, which is not a rail.
  const rail = rails && Object.hasOwn(rails, name) ? rails[name] : undefined;
  if (rail === undefined) throw new UnknownValue(entity, 'rail');
  return rail;
}
