import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpenPayments } from '../../shared/providers/evm/vault/paying/open-payments.ts';
import type { VaultPayment } from '../../shared/providers/records/vault-payment.ts';
import { startVaultChain, type VaultChain } from './support/vault-place.ts';
import type { Replaced } from './support/vault-process.ts';
import { playVaultStory } from './support/vault-story.ts';

/** Stories that are new in every run. Each names its seed, by which it is played again. */
const fresh = Array.from(
  { length: Number(process.env.VAULT_STORIES ?? 20) },
  (_, index) => (Number(process.env.VAULT_STORIES_FROM ?? Date.now()) + index) % 2 ** 31,
);
const fixed = Array.from({ length: 20 }, (_, index) => index + 1);
/** A deliberate fault has to show by then. */
const mostStories = 80;

let chain: VaultChain;

beforeAll(async () => {
  chain = await startVaultChain();
});

afterAll(() => chain.stop());

const outcomes = new Set<string>();

test.each([...fixed, ...fresh])(
  'a story of payouts to wallets pays each once or never: seed %i',
  async (seed) => {
    const { violations, ended } = await playVaultStory(chain, seed);
    expect(violations).toEqual([]);
    for (const outcome of ended) outcomes.add(outcome);
  },
  120_000,
);

test('the stories have payouts that were paid and payouts that failed', () => {
  expect([...outcomes].sort()).toEqual(['completed', 'failed']);
});

/** Whoever asks again is given another key. */
class AnotherKey extends OpenPayments {
  override async list() {
    const { payments, count } = await super.list();
    const again = payments.map((payment) =>
      payment.validUntil === undefined ? payment : { ...payment, organizationId: `${payment.organizationId}x` },
    );
    return { payments: again, count };
  }
}

/** Whoever looks at a payment does not know that a signature of it is still valid: a revert alone fails it. */
class NoSignatures extends OpenPayments {
  override async list() {
    const { payments, count } = await super.list();
    return { payments: payments.map(({ validUntil: _, ...payment }) => payment), count };
  }
}

/** How long the first signature is valid is remembered, and of later ones it is not. */
class FirstSignature extends OpenPayments {
  override noteSigning(payment: VaultPayment, validUntil: number, block: number) {
    return super.noteSigning(payment, payment.validUntil ?? validUntil, block);
  }
}

describe('a deliberate fault', () => {
  test.each<[string, Replaced]>([
    ['a payment that is signed again has another key', { payments: AnotherKey }],
    ['one node is believed', { lastNodeAlone: true }],
    ['a payment fails when the token blocks its payee, although a signature lives', { payments: NoSignatures }],
    ['only the first signature counts for how long one lives', { payments: FirstSignature }],
  ])(
    'is found: %s',
    async (_, replaced) => {
      let seed = 1;
      while (seed <= mostStories && (await playVaultStory(chain, seed, replaced)).violations.length === 0) seed += 1;
      expect(seed).toBeLessThanOrEqual(mostStories);
      expect((await playVaultStory(chain, seed)).violations).toEqual([]);
    },
    300_000,
  );
});
