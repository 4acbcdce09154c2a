interface Resource {
  /** The name in messages: `ids of recipients`. */
  readonly plural?: string;
  /** The field or parameter that accepts its id. */
  readonly field?: string;
  /** The kind named in answers, if a request can create or change it. */
  readonly kind?: string;
}

/**
 * Everything that has ids, by the prefix before `_`. The prefixes are public, because answers show them. Messages never
 * name a resource whose entry is empty.
 */
export const resources = {
  acct: { plural: 'accounts of recipients', field: 'destinationAccountId' },
  akid: { plural: 'API keys', kind: 'api_key' },
  apr: { plural: 'approvals', field: 'approvalId', kind: 'approval' },
  bt: { plural: 'balance transactions' },
  ca: { plural: 'collection accounts', field: 'accountId', kind: 'collection_account' },
  conn: {},
  dep: { plural: 'deposits', field: 'depositId', kind: 'deposit' },
  evt: { plural: 'events' },
  fq: { plural: 'funding quotes', field: 'fundingQuoteId' },
  int: {},
  inv: { plural: 'invitations', field: 'invitationId', kind: 'invitation' },
  lnk: { plural: 'checkout links', field: 'linkId', kind: 'checkout_link' },
  mail: {},
  pay: { plural: 'checkout payments', field: 'paymentId', kind: 'checkout_payment' },
  pb: { plural: 'payout batches', field: 'batchId', kind: 'payout_batch' },
  pl: { plural: 'payout links', field: 'payoutLinkId', kind: 'payout_link' },
  po: { plural: 'payouts', field: 'payoutId', kind: 'payout' },
  prd: { plural: 'products', field: 'productId', kind: 'product' },
  prop: {},
  qs: { plural: 'quotes', field: 'snapshotId' },
  rcp: { plural: 'recipients', field: 'recipientId', kind: 'recipient' },
  rct: { plural: 'receipts', field: 'receiptId', kind: 'crypto_receipt' },
  re: { plural: 'refunds' },
  req: { plural: 'requests' },
  we: { plural: 'webhook endpoints', field: 'endpointId', kind: 'webhook_endpoint' },
  whd: { plural: 'webhook deliveries', field: 'deliveryId', kind: 'webhook_delivery' },
} as const satisfies Readonly<Record<string, Resource>>;

/** The prefix of an id. */
export type IdPrefix = keyof typeof resources;

/** The resource with a prefix. Undefined if there is none. */
export function resourceOf(prefix: string): Resource | undefined {
  return Object.hasOwn(resources, prefix) ? resources[prefix as IdPrefix] : undefined;
}

/**
 * Says that an id is of a different kind than its field accepts. Only the prefixes are compared: nothing is looked up,
 * and nothing of the id is repeated.
 * @returns `starts with rcp_, like ids of recipients; ids of payouts start with po_`; undefined if the prefix is
 * correct or unknown
 */
export function otherKind(field: string, id: string): string | undefined {
  const prefix = /^([a-z]{2,4})_/.exec(id)?.[1] ?? '';
  const [right] = Object.entries(resources).find(([, own]) => 'field' in own && own.field === field) ?? [];
  const named = resourceOf(prefix)?.plural;
  if (!right || !named || prefix === right) return undefined;
  return `starts with ${prefix}_, like ids of ${named}; ids of ${resourceOf(right)?.plural} start with ${right}_`;
}
