/** What an id begins with, before `_`, by what it names. The forms are public: every answer shows them. */
const kinds: Readonly<Record<string, string>> = {
  acct: 'accounts of recipients',
  akid: 'API keys',
  apr: 'approvals',
  bt: 'balance transactions',
  ca: 'collection accounts',
  dep: 'deposits',
  evt: 'events',
  inv: 'invitations',
  lnk: 'checkout links',
  pay: 'checkout payments',
  pb: 'payout batches',
  pl: 'payout links',
  po: 'payouts',
  prd: 'products',
  qs: 'quotes',
  rcp: 'recipients',
  rct: 'receipts',
  re: 'refunds',
  req: 'requests',
  we: 'webhook endpoints',
  whd: 'webhook deliveries',
};

/** By the field or parameter that takes it. */
const wanted: Readonly<Record<string, keyof typeof kinds>> = {
  accountId: 'ca',
  approvalId: 'apr',
  batchId: 'pb',
  deliveryId: 'whd',
  depositId: 'dep',
  destinationAccountId: 'acct',
  endpointId: 'we',
  invitationId: 'inv',
  linkId: 'lnk',
  paymentId: 'pay',
  payoutId: 'po',
  payoutLinkId: 'pl',
  productId: 'prd',
  receiptId: 'rct',
  recipientId: 'rcp',
  snapshotId: 'qs',
};

/**
 * Says that an id is of another kind than its field takes, by their prefixes alone: nothing is looked up, and nothing of
 * the id is repeated.
 * @returns `begins with rcp_, as ids of recipients do; those of payouts begin with po_`; undefined where the prefix is right
 *   or no known one
 */
export function otherKind(field: string, id: string): string | undefined {
  const prefix = /^([a-z]{2,4})_/.exec(id)?.[1];
  const right = Object.hasOwn(wanted, field) ? wanted[field] : undefined;
  if (prefix === undefined || right === undefined || prefix === right || !Object.hasOwn(kinds, prefix))
    return undefined;
  return `begins with ${prefix}_, as ids of ${kinds[prefix]} do; those of ${kinds[right]} begin with ${right}_`;
}
