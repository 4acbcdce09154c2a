import { beforeAll, describe, expect, test } from 'vitest';
import { addRecipient } from '../../../test/support/journey.ts';
import { TestService } from '../../../test/support/service.ts';
import { type Paying, startPaying } from './support/paying.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

function submit(paying: Paying, header: string, rows: readonly string[], args: readonly string[] = []) {
  const file = paying.file([`destinationAccountId,reference,amount,${header}`, ...rows.map(row(paying))]);
  return paying.run(['submit', file, ...args]);
}

const row = (paying: Paying) => (text: string, index: number) => `${paying.destinationAccountId},r${index},${text}`;

describe('a currency that a file names', () => {
  test.each([
    ['currency', '9.00,EUR', 'currency is EUR, but amountLeg source means USD, the currency of your balance'],
    ['Währung', '9.00,eur', 'Währung is EUR, but amountLeg source means USD, the currency of your balance'],
    [
      'targetCurrency',
      '9.00,EUR',
      'targetCurrency is EUR, but amountLeg source means USD, the currency of your balance',
    ],
    [
      'amountLeg,ccy',
      '9.00,source_net,EUR',
      'ccy is EUR, but amountLeg source_net means USD, the currency of your balance',
    ],
    [
      'amountLeg,ccy',
      '9.00,destination,USD',
      'ccy is USD, but amountLeg destination means EUR, the currency of the account',
    ],
    ['sourceCurrency,targetCurrency', '9.00,GBP,EUR', 'sourceCurrency is GBP, but your balance is in USD'],
    ['sourceCurrency,targetCurrency', '9.00,USD,GBP', 'targetCurrency is GBP, but the account accepts EUR'],
  ])('%s: %s is refused', async (header, cells, message) => {
    await using paying = await startPaying(service);
    for (const args of [[], ['--check'], ['--pay-again']]) {
      const ended = await submit(paying, header, [cells], args);
      expect(ended.code).toBe(2);
      expect(ended.err).toContain(`line 2: ${message}`);
      expect(ended.err).not.toContain('--ignore');
    }
    expect(await paying.batches()).toEqual([]);
  });

  test('is accepted where it is meant, and lines are counted and added by currency', async () => {
    await using paying = await startPaying(service);
    const rows = ['9.00,source,USD', '1.5,source_net,usd', '7,destination,EUR', '3.25,destination,'];
    const checked = await submit(paying, 'amountLeg,currency', rows, ['--check']);
    expect(checked.code, checked.err).toBe(0);
    expect(checked.err).toContain('Asks for 10.50 USD in 2 payouts, 10.25 EUR in 2 payouts.');
    const ended = await submit(paying, 'amountLeg,currency', rows);
    expect(ended.code, ended.err).toBe(0);
    expect(ended.err).toContain('Asks for 10.50 USD in 2 payouts, 10.25 EUR in 2 payouts.');
  });

  test('of both sides is accepted', async () => {
    await using paying = await startPaying(service);
    const ended = await submit(paying, 'sourceCurrency,targetCurrency', ['9.00,USD,EUR']);
    expect(ended.code, ended.err).toBe(0);
  });

  test('of an account that there is not is refused', async () => {
    await using paying = await startPaying(service);
    const rows = ['destinationAccountId,amount,amountLeg,currency', 'acct_none,9.00,destination,EUR'];
    const ended = await paying.run(['submit', paying.file(rows)]);
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('no account acct_none was found') });
  });

  test('is found on whatever page of the recipients its account is', { timeout: 600_000 }, async () => {
    await using paying = await startPaying(service);
    for (let count = 0; count < 101; count += 1) {
      await addRecipient(service, paying.of, { serial: count + 1 });
    }
    const ended = await submit(paying, 'amountLeg,currency', ['9.00,destination,EUR'], ['--check']);
    expect(ended.code, ended.err).toBe(0);
  });
});

test('a confirm says how many payouts of which sum it lets go', async () => {
  await using paying = await startPaying(service);
  const rows = ['9.00,source,USD', '1.5,source,USD', '7,destination,EUR'];
  const waiting = await submit(paying, 'amountLeg,currency', rows, ['--no-auto-commit']);
  expect(waiting.err).toMatch(/The valid lines ask for 10.50 USD in 2 payouts, 7.00 EUR in 1 payout\./);
  const confirmed = await submit(paying, 'amountLeg,currency', rows, ['--no-auto-commit', '--confirm']);
  expect(confirmed.code, confirmed.err).toBe(0);
  expect(confirmed.err).toContain('Confirming payouts.csv: 10.50 USD in 2 payouts, 7.00 EUR in 1 payout.');
});
