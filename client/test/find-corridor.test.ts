import { expect, test } from 'vitest';
import { SluiceError } from '../src/index.ts';
import { startService } from './support/service.ts';

const corridor = (country: string, currency: string) => ({ corridorId: `${currency}_${country}`, country, currency });
const listed = { status: 200, body: { data: [corridor('DE', 'EUR'), corridor('GB', 'GBP')] } };

test('finds the corridor of a country and its currency', async () => {
  const service = await startService(listed);

  const found = await service.client().findCorridor({ country: 'GB', currency: 'GBP' });

  expect(found).toEqual(corridor('GB', 'GBP'));
  expect(service.received.map(({ target }) => target.split('/').at(-1))).toEqual(['corridors']);
});

test.each([
  ['GB', 'EUR'],
  ['FR', 'EUR'],
  ['de', 'eur'],
])('%s in %s, which no corridor pays, is CORRIDOR_UNAVAILABLE', async (country, currency) => {
  const service = await startService(listed);

  const failure = await service
    .client()
    .findCorridor({ country, currency })
    .catch((error) => error);

  expect(failure).toBeInstanceOf(SluiceError);
  expect(failure).toMatchObject({
    type: 'CORRIDOR_UNAVAILABLE',
    status: undefined,
    detail: `No corridor pays ${currency} in ${country}.`,
  });
});
