/** A one-line description of each domain. */
const descriptions: Readonly<Record<string, string>> = {
  'api-keys': 'Public keys of your servers: issue, rotate, revoke.',
  approvals: 'What waits for votes before it is done.',
  'audit-events': 'Who did what, and what was refused.',
  balance: 'What payouts can spend, and the ledger behind it.',
  batches: 'Up to 1,000 payouts at once.',
  checkout: 'Products, links with hosted pages, the payments on them and the accounts that they are paid into.',
  corridors: 'Where money can be sent.',
  deposits: 'Money that came in.',
  events: 'Every change of state, in order.',
  'idempotency-keys': 'What was done under a key.',
  members: 'People of the organization, and invitations.',
  meta: 'The service itself.',
  orders: 'Payouts, found again.',
  'payment-reasons': 'What a payment can be for.',
  'payout-links': 'Pay somebody who says on a hosted page where.',
  payouts: 'Send money in one call, cancel, fund.',
  policy: 'Caps, velocity and approvals.',
  quotes: 'Lock a price, then send at it.',
  rates: 'Prices that lock nothing.',
  recipients: 'Who can be paid.',
  sandbox: 'Play money and outcomes on demand.',
  'webhook-events': 'What your endpoints are sent.',
  webhooks: 'Receivers of events, and what became of each delivery.',
};

/** A tag with its description. A test requires one for every domain of the API. */
export function tagOf(name: string): { name: string; description?: string } {
  const description = descriptions[name];
  return description === undefined ? { name } : { name, description };
}
