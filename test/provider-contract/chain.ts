import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../shared/ground/table/create-store.ts';
import type { Store } from '../../shared/ground/table/store.ts';
import type { TokenChain, TokenTransfer } from '../../shared/ports/token-chain.ts';
import { createTestTable } from '../support/dynamodb.ts';

const start = Date.UTC(2026, 0, 5);
const address = {
  organizationId: 'org_1',
  chain: 'base',
  token: 'USDC',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

/** A chain with what a test has to know of it. */
export interface ChainUnderTest {
  /** The chain as another process has it. */
  readonly open: () => TokenChain;
  /** Sends tokens to the address of the test. @returns when the transfer is final, milliseconds */
  readonly send: (key: string, amount: bigint) => Promise<number>;
}

/** What every chain must hold: its head never goes back, and a final transfer is told whole, once and always. */
export function holdsAsChain(name: string, make: (memory: Store, clock: () => number) => ChainUnderTest): void {
  describe(`the chain of ${name}`, () => {
    let now: number;
    let under: ChainUnderTest;

    beforeEach(async () => {
      now = start;
      const memory = createStore(await createTestTable());
      under = make(memory, () => now);
    });

    const head = () => under.open().head({ organizationId: 'org_1', chain: 'base' });
    const transfers = async (fromBlock = 0): Promise<TokenTransfer[]> =>
      under.open().transfers({ ...address, fromBlock, toBlock: (await head()).final });

    test('has a head that never goes back, and is final behind it', async () => {
      let before = await head();
      for (let time = 0; time < 20; time += 1) {
        now += 1_000;
        const next = await head();
        expect(next.final).toBeLessThanOrEqual(next.latest);
        expect(next.final).toBeGreaterThanOrEqual(before.final);
        expect(next.latest).toBeGreaterThanOrEqual(before.latest);
        before = next;
      }
    });

    test('tells a transfer once it is final, not before, and the same however often it is asked', async () => {
      const finalAt = await under.send('a', 5_000_000n);
      expect(await transfers()).toEqual([]);
      now = finalAt + 60_000;
      const told = await transfers();
      expect(told).toMatchObject([{ amount: 5_000_000n, hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }]);
      expect(await transfers()).toEqual(told);
      expect(told[0]?.block).toBeLessThanOrEqual((await head()).final);
      expect(await transfers((told[0]?.block ?? 0) + 1)).toEqual([]);
    });

    test('tells transfers of the same amount apart', async () => {
      const finalAt = Math.max(await under.send('a', 1n), await under.send('b', 1n));
      now = finalAt + 60_000;
      const told = await transfers();
      expect(new Set(told.map(({ hash, logIndex }) => `${hash}/${logIndex}`)).size).toBe(2);
    });

    test('says nothing of blocks that it does not have yet', async () => {
      const { latest } = await head();
      const range = { ...address, fromBlock: 0, toBlock: latest + 1_000_000 };
      await expect(under.open().transfers(range)).rejects.toThrow();
    });
  });
}

export const addressOfTest = address;
