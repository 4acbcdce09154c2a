import { expect, test } from 'vitest';
import { providers } from '../../../shared/providers/providers.ts';

/** Ports of which a mode has one provider's, until organizations say whose they use. */
const single = ['cards', 'cardRanges', 'cardPages', 'tokens', 'chain', 'transfers', 'rescreening'] as const;

test.each(['live', 'sandbox'] as const)('the mode %s has one acquirer, one chain and one screening', (mode) => {
  const givers = single.map((port) => providers.filter((one) => one.mode === mode && port in one.ports).length);
  expect(givers.filter((count) => count > 1)).toEqual([]);
});

test('the names of providers differ: payouts are stored with them', () => {
  const names = providers.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
