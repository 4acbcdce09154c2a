import { describe, expect, test } from 'vitest';
import { knownChains } from '../../../../shared/providers/evm/chains.ts';
import { chainIn, chainSettings } from '../../../../shared/providers/evm/connection/settings.ts';

const hash = `0x${'ab'.repeat(32)}`;
const settings = {
  chain: 'base',
  factory: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  proof: { flushed: hash, returned: hash },
};
const above = (flushFirst?: string) => chainIn(JSON.stringify({ ...settings, flushFirst })).flushFirst;

describe('the amount above which payouts are flushed before they are sent', () => {
  test.each([
    ['10000', 10_000_000_000n],
    ['10000.00', 10_000_000_000n],
    ['0', 0n],
    ['0.000001', 1n],
    ['1.5', 1_500_000n],
  ])('is %s dollars: %s millionths', (text, millionths) => {
    expect(above(text)).toBe(millionths);
  });

  test('is none where the settings name none', () => {
    expect(above()).toBeUndefined();
  });

  test.each(['', '-1', '1e3', '1.0000001', '1.', '.5', '1,000', ' 1'])('is not %j', (flushFirst) => {
    const { error } = chainSettings(knownChains).safeParse({ ...settings, flushFirst });
    expect(error?.issues).toMatchObject([{ path: ['flushFirst'] }]);
  });
});

test('the day’s limit is in dollars, and price feeds have checksums', () => {
  const feeds = { USDC: settings.factory };
  expect(chainIn(JSON.stringify({ ...settings, dailyLimit: '250000.00', feeds }))).toMatchObject({
    dailyLimit: 250_000_000_000n,
    feeds,
  });
  const lower = { USDC: settings.factory.toLowerCase() };
  const { error } = chainSettings(knownChains).safeParse({ ...settings, dailyLimit: '1e6', feeds: lower });
  expect(error?.issues).toMatchObject([{ path: ['dailyLimit'] }, { path: ['feeds', 'USDC'] }]);
});

test('settings that a later release has added are left out of what a row says, and refused to operators', () => {
  const later = { ...settings, colour: 'blue' };
  expect(chainIn(JSON.stringify(later))).not.toHaveProperty('colour');
  expect(chainSettings(knownChains).safeParse(later).success).toBe(false);
});
