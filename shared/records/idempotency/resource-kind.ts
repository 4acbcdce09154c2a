import { resourceOf, resources } from '../../ground/time/resources.ts';

/** The kinds that the prefix of an id shows, and those that only the action shows. */
export const resourceKinds = [
  ...Object.values(resources).flatMap((resource) => ('kind' in resource ? [resource.kind] : [])),
  ...['member', 'policy', 'quote'],
].sort();

/**
 * The kind of a resource by its id, because an action can create one of several: `payout.create` creates a payout or an
 * approval. An id chosen by the identity provider shows nothing; the action then names the kind.
 * @param action such as `member.change`
 */
export function kindOfResource(id: string, action: string): string {
  const [prefix = ''] = id.split('_');
  return resourceOf(prefix)?.kind ?? (action.split('.')[0] as string);
}
