import { resourceOf, resources } from '../../ground/time/resources.ts';

/** The kinds that ids tell, and those that only the action does. */
export const resourceKinds = [
  ...Object.values(resources).flatMap((resource) => ('kind' in resource ? [resource.kind] : [])),
  ...['member', 'policy', 'quote'],
].sort();

/**
 * The kind of a resource by its id, because an action may make one of several: `payout.create` makes a payout or an
 * approval. An id that the identity provider has chosen says nothing; the action names the kind.
 * @param action such as `member.change`
 */
export function kindOfResource(id: string, action: string): string {
  const [prefix = ''] = id.split('_');
  return resourceOf(prefix)?.kind ?? (action.split('.')[0] as string);
}
