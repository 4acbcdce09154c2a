import { resourceOf, resources } from '../ground/time/resources.ts';

/**
 * Says that an id is of another kind than its field takes, by their prefixes alone: nothing is looked up, and nothing of
 * the id is repeated.
 * @returns `begins with rcp_, as ids of recipients do; those of payouts begin with po_`; undefined where the prefix is right
 *   or no known one
 */
export function otherKind(field: string, id: string): string | undefined {
  const prefix = /^([a-z]{2,4})_/.exec(id)?.[1] ?? '';
  const [right] = Object.entries(resources).find(([, own]) => 'field' in own && own.field === field) ?? [];
  const named = resourceOf(prefix)?.plural;
  if (!right || !named || prefix === right) return undefined;
  return `begins with ${prefix}_, as ids of ${named} do; those of ${resourceOf(right)?.plural} begin with ${right}_`;
}
