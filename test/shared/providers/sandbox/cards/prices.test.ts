import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../../../../shared/ground/table/create-store.ts';
import type { Store } from '../../../../../shared/ground/table/store.ts';
import type { CardAcquirer } from '../../../../../shared/ports/card-acquirer.ts';
import { sandboxAcquirer } from '../../../../../shared/providers/sandbox/cards/acquirer.ts';
import { closedPriceRef } from '../../../../../shared/providers/sandbox/cards/price-record.ts';
import { sandboxRange } from '../../../../../shared/providers/sandbox/cards/range.ts';
import { createTestTable } from '../../../../support/dynamodb.ts';

let now: number;
let store: Store;
let acquirer: CardAcquirer;

beforeEach(async () => {
  now = Date.UTC(2026, 0, 5);
  store = createStore(await createTestTable());
  acquirer = sandboxAcquirer({ store, clock: () => now });
});

const ask = (total = '1250', key = 'int_1') => acquirer.prices.call(key, callOf(total));
const find = (total = '1250', key = 'int_1') => acquirer.prices.find(key, callOf(total));

function callOf(total: string) {
  return { organizationId: 'org', linkId: 'lnk_1', name: 'Mug', total, currency: 'USD' };
}

describe('a price', () => {
  test('is set up once under a key, and found by it', async () => {
    expect(await find()).toEqual({ outcome: 'absent' });
    const done = await ask();
    expect(done).toEqual({ outcome: 'done', result: { priceId: 'price_int_1' } });
    expect(await ask()).toEqual(done);
    expect(await find()).toEqual(done);
  });

  test('is unclear where its key was used for something else', async () => {
    await ask();
    expect(await ask('1300')).toEqual({ outcome: 'unclear' });
  });

  test('is taken back, however often that is asked', async () => {
    await acquirer.closePrice('org', 'price_int_1');
    await acquirer.closePrice('org', 'price_int_1');
    expect(await store.get(closedPriceRef('price_int_1'))).toMatchObject({ organizationId: 'org' });
  });
});

describe('the last two digits of the total', () => {
  test('91 refuse', async () => {
    expect(await ask('1291')).toEqual({ outcome: 'refused' });
    expect(await find('1291')).toEqual({ outcome: 'refused' });
  });

  test('92 are unclear, and done when they are asked about', async () => {
    expect(await ask('1292')).toEqual({ outcome: 'unclear' });
    expect(await ask('1292')).toEqual({ outcome: 'unclear' });
    expect(await find('1292')).toMatchObject({ outcome: 'done' });
  });

  test('93 are silent once', async () => {
    await expect(ask('1293')).rejects.toThrow('does not answer');
    expect(await ask('1293')).toMatchObject({ outcome: 'done' });
  });

  test('94 are silent for an hour', async () => {
    await expect(ask('1294')).rejects.toThrow('does not answer');
    now += 60 * 60_000 - 1;
    await expect(ask('1294')).rejects.toThrow('does not answer');
    await expect(find('1294')).rejects.toThrow('does not answer');
    now += 1;
    expect(await ask('1294')).toMatchObject({ outcome: 'done' });
  });
});

test.each([
  ['USD', 50n, 99_999_999n],
  ['JPY', 50n, 99_999_999n],
  ['KWD', 500n, 999_999_999n],
  ['UYW', undefined, undefined],
  ['KPW', undefined, undefined],
  ['USDC', undefined, undefined],
])('%s is charged from %s to %s', (currency, minimum, maximum) => {
  expect(sandboxRange(currency)).toEqual(minimum === undefined ? undefined : { minimum, maximum });
});
