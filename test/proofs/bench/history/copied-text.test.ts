import { expect, test } from 'vitest';
import { copierOf, type Shift } from './copied-text.ts';

const none: Shift = { copy: 0, ms: 0, events: 0, ledgerRows: 0 };
const shift: Shift = { copy: 5, ms: -60_000, events: 300, ledgerRows: 101 };

test.each([
  ['a payout’s id', 'po_0mww5h0o4plc9i5wejvw6k8f1', 'po_0mww5fqdgplc9i5wejvw6k8f1'],
  ['a reference', '#fd1c5ea5-d5c9-4c18-b3ed-c9a558f8a9cd', '#fd1c5ea0-d5c9-4c18-b3ed-c9a558f8a9cd'],
  ['a hash', `DUPLICATE#org#${'f'.repeat(64)}`, `DUPLICATE#org#fffffffa${'f'.repeat(56)}`],
  ['an instant', '{"createdAt":"2026-11-25T13:00:14.604Z"}', '{"createdAt":"2026-11-25T12:59:14.604Z"}'],
  ['a time in milliseconds', '{"acceptedAt":1795612754604}', '{"acceptedAt":1795612694604}'],
  ['a position in the ledger', '1795612754604#0000000000000002', '1795612694604#0000000000000103'],
  ['a position in the feed', '0000000000000010', '0000000000000310'],
  ['the event of a deposit', '{"eventSequence":4}', '{"eventSequence":304}'],
  ['the events of a payout', '{"eventSequences":[2,4,8]}', '{"eventSequences":[302,304,308]}'],
])('a copy has another of %s', (_, text, copied) => {
  expect(copierOf(text)(shift)).toBe(copied);
  expect(copierOf(text)(none)).toBe(text);
});

test.each([
  [
    'a recipient and its account',
    '{"recipientId":"rcp_0mww5h0ks4nzd1knjzveauhgh","acct":"acct_0mww5h0ks4nzd1knjzveauhgh"}',
  ],
  ['a key', `akid_test_${'0mww5h0640ni'}${'zes2o8t7lfpn9'}`],
  ['an amount', '{"sourceAmount":"1000","fee":"50","rate":"0.92"}'],
  ['the hash of an instruction', `{"instruction":"${'b'.repeat(64)}"}`],
])('a copy has the same of %s', (_, text) => {
  expect(copierOf(text)(shift)).toBe(text);
});

test('what a text says within JSON in JSON is copied too', () => {
  const data = JSON.stringify({ payoutId: 'po_0mww5h0o4plc9i5wejvw6k8f1', createdAt: '2026-11-25T13:00:14.604Z' });
  const copied = JSON.parse(JSON.parse(copierOf(JSON.stringify({ data }))(shift)).data);
  expect(copied).toEqual({ payoutId: 'po_0mww5fqdgplc9i5wejvw6k8f1', createdAt: '2026-11-25T12:59:14.604Z' });
});
