import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpService, serveOverHttp } from '../../support/http-service.ts';
import { TestService } from '../../support/service.ts';

let http: HttpService;

beforeAll(async () => {
  http = await serveOverHttp(await TestService.start());
});
afterAll(() => http.stop());

describe('Limits', () => {
  test('Rates with no `amount` | prices 100 of the source currency', async () => {
    const sluice = http.client(await http.service.organization());
    const rate = await sluice.getIndicativeRate({ from: 'USD', to: 'EUR' });
    expect(rate).toEqual(await sluice.getIndicativeRate({ from: 'USD', to: 'EUR', amount: '100.00' }));
    expect(rate.sourceAmount).toBe('100.00');
  });
});
