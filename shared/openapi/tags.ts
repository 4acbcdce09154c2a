/** A one-line description of each domain. */
const descriptions: Readonly<Record<string, string>> = {
  'api-keys': 'Public keys of your servers: issue, rotate, revoke.',
  approvals: 'Requests that wait for votes before they are executed.',
  'audit-events': 'Who did what, and what was refused.',
  balance: 'The money that payouts can spend, and the ledger behind it.',
  batches: 'Up to 1,000 payouts at once.',
  checkout: 'Products, payment links with hosted pages, payments, and the accounts that receive the money.',
  corridors: 'Where money can be sent.',
  deposits: 'Money that has arrived.',
  events: 'Every change of state, in order.',
  'idempotency-keys': 'What was done with an idempotency key.',
  members: 'The people of the organization, and invitations.',
  meta: 'The service itself.',
  orders: 'Payouts and their current state.',
  'payment-reasons': 'What a payment can be for.',
  'payout-links': 'Pay someone who enters their account on a hosted page.',
  payouts: 'Send money in one call; cancel payouts; fund them yourself.',
  policy: 'Caps, velocity and approvals.',
  quotes: 'Lock a price, then send money at that price.',
  rates: 'Current prices, without a guarantee.',
  recipients: 'Who can be paid.',
  sandbox: 'Play money, and outcomes that you choose.',
  'webhook-events': 'The events that your endpoints receive.',
  webhooks: 'Endpoints that receive events, and the result of each delivery.',
};

/** A tag with its description. A test requires one for every domain of the API. */
export function tagOf(name: string): { name: string; description?: string } {
  const description = descriptions[name];
  return description === undefined ? { name } : { name, description };
}
