import { describe, expect, test } from 'vitest';
import { checkRailPage } from '../../../shared/ports/check-rail-page.ts';
import { longestMemo, mostRecords, type RailRecord } from '../../../shared/ports/payout-rail.ts';

const record: RailRecord = {
  key: 'po_1',
  organizationId: 'org_1',
  memo: '',
  corridorId: 'eur_de_iban',
  destinationAmount: 1n,
  destinationCurrency: 'EUR',
  receivedAt: 0,
  news: { status: 'completed' },
};

const many = (count: number) => ({ records: Array.from({ length: count }, () => record) });

describe('a page of records', () => {
  test.each([[{ records: [] }], [{ records: [record], next: '1/x' }], [many(mostRecords)]])('is taken', (page) => {
    expect(checkRailPage(page)).toEqual(page);
  });

  test('is taken without what an adapter says besides', () => {
    expect(checkRailPage({ records: [{ ...record, networkId: 'x' }], took: 1 })).toEqual({ records: [record] });
  });
});

describe('an answer that is no page', () => {
  test.each([
    ['answer', undefined],
    ['records', {}],
    ['records', many(mostRecords + 1)],
    ['records.0.key', { records: [{ ...record, key: '' }] }],
    ['records.0.memo', { records: [{ ...record, memo: 'x'.repeat(longestMemo + 1) }] }],
    ['records.0.destinationAmount', { records: [{ ...record, destinationAmount: 0n }] }],
    ['records.0.destinationAmount', { records: [{ ...record, destinationAmount: 1 }] }],
    ['records.0.destinationCurrency', { records: [{ ...record, destinationCurrency: 'euro' }] }],
    ['records.0.receivedAt', { records: [{ ...record, receivedAt: -1 }] }],
    ['records.0.news', { records: [{ ...record, news: { status: 'unknown' } }] }],
    ['records.0.news.status', { records: [{ ...record, news: { status: 'on_hold' } }] }],
    ['next', { records: [], next: '' }],
  ])('is refused by the name of the field: %s', (field, page) => {
    expect(() => checkRailPage(page)).toThrow(`is no page of its records: ${field}: `);
  });

  test('is refused without its values, which may be personal data', () => {
    const page = { records: [{ ...record, destinationCurrency: 'Ana Souza' }] };
    expect(() => checkRailPage(page)).toThrow(/^(?!.*Ana)/);
  });
});
