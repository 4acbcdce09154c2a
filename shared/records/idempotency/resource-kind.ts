/** Kinds of resources by what their ids begin with. */
const byPrefix: Readonly<Record<string, string>> = {
  akid: 'api_key',
  apr: 'approval',
  ca: 'collection_account',
  dep: 'deposit',
  inv: 'invitation',
  lnk: 'checkout_link',
  pay: 'checkout_payment',
  pb: 'payout_batch',
  pl: 'payout_link',
  po: 'payout',
  prd: 'product',
  rcp: 'recipient',
  rct: 'crypto_receipt',
  we: 'webhook_endpoint',
  whd: 'webhook_delivery',
};

/** The kinds that ids tell, and those that only the action does. */
export const resourceKinds = [...Object.values(byPrefix), 'member', 'policy', 'quote'].sort();

/**
 * The kind of a resource by its id, because an action may make one of several: `payout.create` makes a payout or an
 * approval. An id that the identity provider has chosen says nothing; the action names the kind.
 * @param action such as `member.change`
 */
export function kindOfResource(id: string, action: string): string {
  const [prefix = ''] = id.split('_');
  return byPrefix[prefix] ?? (action.split('.')[0] as string);
}
