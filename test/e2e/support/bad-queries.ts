const ids = ['', ' ', 'a b', '☃', 'a\u0000', '../x', 'x'.repeat(129)];
const labels = ['', '   ', 'a\u0000', 'a\nb', 'x'.repeat(256)];
const instants = [
  '',
  'now',
  '0',
  '2026-01-01',
  '2026-01-01T00:00:00',
  '2026-13-01T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '☃',
];
const lists = ['', ',', 'unknown', 'payout,unknown', 'PAYOUT', ' payout', '☃', 'x'.repeat(2_001)];

const currencies = ['', 'usd', 'US', 'USDC', 'XXX', 'XAU', 'QQQ', '☃☃☃'];

/** Values that each query parameter refuses, by name. */
export const badQueries: Readonly<Record<string, readonly string[]>> = {
  action: labels,
  actorUserId: labels,
  amount: ['', '0', '0.00', '-1', '+1', '.5', '1,5', '1e3', 'NaN', 'ten', '１', '1.00001', '9'.repeat(16)],
  apiKey: labels,
  corridorId: ids,
  createdAfter: instants,
  createdBefore: instants,
  currency: currencies,
  cursor: ['', 'x', 'bt_', 'bt_x', 'aud_', 'aud_x', '☃', '\u0000', 'AAAAAAAAAAAAAAAAAAAAAAAA', 'x'.repeat(513)],
  externalId: labels,
  externalReferenceId: labels,
  from: currencies,
  key: ['', ' ', 'a b', 'a/b', 'operator/x', '☃', '\u0000', 'ä', 'x'.repeat(256)],
  limit: ['', '0', '-1', '1.5', '1e2', 'ten', '９', '501', '99999999999999999999'],
  orderId: ids,
  payoutId: ids,
  reference: labels,
  resourceId: labels,
  since: ['', '-1', '01', '1.5', 'now', '1e3', '9'.repeat(16)],
  requestId: ids,
  status: lists,
  to: currencies,
  type: lists,
};

/** Odd, but not wrong: answered somehow, never by a failure of ours. */
export const oddQueries: Readonly<Record<string, readonly string[]>> = {
  action: ['nothing.happens', '__proto__', '%'],
  actorUserId: ['operator:nobody', '☃', '__proto__'],
  apiKey: ['svc_test_none', 'svc', '☃', '__proto__'],
  corridorId: ['none', '__proto__', 'constructor'],
  createdAfter: [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00-23:59',
    '1969-12-31T23:59:59Z',
  ],
  createdBefore: [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00+23:59',
    '1969-12-31T23:59:59Z',
  ],
  externalId: ['☃', '🦊'.repeat(127), '__proto__', '#', "'", '%'],
  externalReferenceId: ['☃', '🦊'.repeat(127), '__proto__', '#', "'", '%'],
  orderId: ['none', '.', '..', '__proto__'],
  payoutId: ['none', '.', '..', '__proto__'],
  reference: ['☃', '🦊'.repeat(127), '__proto__', '#', "'", '%'],
  resourceId: ['none', '☃', '__proto__', "'"],
  since: ['999999999999999'],
  status: [Array(200).fill('failed').join(',')],
  type: [Array(200).fill('payout').join(','), Array(120).fill('payout.failed').join(',')],
};
