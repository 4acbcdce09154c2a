import { describe, expect, test } from 'vitest';
import type { DepositChain, DepositToken } from '../../shared/ports/deposit-chain.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';

/** A payment of a test. */
export interface Paying {
  readonly to: string;
  readonly amount: bigint;
  /** USDC unless another is named. */
  readonly token?: DepositToken;
}

/** A chain with what a test has to know of it. */
export interface DepositChainUnderTest {
  readonly open: () => DepositChain;
  /** An organization that names a connection for Base, and none for Polygon. */
  readonly organizationId: string;
  /** USDC. */
  readonly token: DepositToken;
  /** Another token of the chain. */
  readonly otherToken: DepositToken;
  /** Puts one transaction into a block that is not final yet. @returns its hash */
  readonly pay: (payments: readonly Paying[], fails?: 'fails') => Promise<string>;
  /** Makes everything so far final. */
  readonly finalize: () => Promise<void>;
  /** Takes the last block back. */
  readonly takeBack: (hash: string) => Promise<void>;
  readonly flush: (payoutId: string) => Promise<void>;
  /** From then on no treasury can take USDC, or can again. */
  readonly park: (payoutId: string, isParked: boolean) => Promise<void>;
  /** From then on a node does not answer, or does again. */
  readonly silence: (isSilent: boolean) => void;
  /** Ends what is new on the connection. */
  readonly disconnect: () => Promise<void>;
}

/** A payout of its own for each test. */
let payouts = 0;
const newPayout = () => {
  payouts += 1;
  return `po_${Date.now()}_${payouts}`;
};

/** What every chain on which payouts are funded must hold. */
export function holdsAsDepositChain(name: string, make: () => Promise<DepositChainUnderTest>): void {
  describe(`the deposits of ${name}`, () => {
    let under: DepositChainUnderTest;
    const start = async () => {
      under = await make();
      const place = await under.open().serving(under.organizationId, 'base');
      if (!place) throw new Error('the organization has no connection');
      return { place, chain: under.open(), token: under.token, payoutId: newPayout() };
    };
    /** Final transfers to some payouts from a block on. */
    const listed = async (payoutIds: readonly string[], fromBlock: number, token = under.token) => {
      const chain = under.open();
      const place = await chain.serving(under.organizationId, 'base');
      const addresses = payoutIds.map((id) => place?.addressOf(id).toLowerCase() ?? '');
      const { final } = await chain.head(token.connectionId);
      return chain.transfers(token, { addresses, fromBlock, toBlock: final });
    };

    test('are where the organization says, at addresses that no two payouts share', async () => {
      const { place, chain } = await start();
      expect(place).toMatchObject({ chain: 'base', connectionId: under.token.connectionId });
      expect(place.contracts).toEqual({ USDC: under.token.contract });
      expect(place.finalBlock).toBeLessThanOrEqual((await chain.head(place.connectionId)).final);
      const [one, two] = [place.addressOf('po_1'), place.addressOf('po_2')];
      expect(one).toMatch(/^0x[0-9a-fA-F]{40}$/);
      expect(one).not.toBe(one.toLowerCase());
      expect(two).not.toBe(one);
      expect((await chain.serving(under.organizationId, 'base'))?.addressOf('po_1')).toBe(one);
      expect(await chain.serving(under.organizationId, 'polygon')).toBeUndefined();
      expect(await chain.serving('org_unknown', 'base')).toBeUndefined();
    });

    test('are told once they are final; before that only who names the transaction sees them', async () => {
      const { place, chain, token, payoutId } = await start();
      const address = place.addressOf(payoutId);
      const hash = await under.pay([{ to: address, amount: 5_000_000n }]);
      const mined = await chain.transaction(token, hash);
      expect(mined).toMatchObject({ isFinal: false, transfers: [{ hash, amount: 5_000_000n }] });
      expect(await listed([payoutId], place.finalBlock)).toEqual([]);
      expect(await chain.received(token, [payoutId])).toMatchObject({ amounts: [0n] });
      expect(await chain.bankable(token, [payoutId])).toEqual([0n]);
      await under.finalize();
      expect(await chain.transaction(token, hash)).toEqual({ ...mined, isFinal: true });
      expect(await listed([payoutId], place.finalBlock)).toEqual(mined?.transfers);
      const { block, amounts } = await chain.received(token, [payoutId]);
      expect(amounts).toEqual([5_000_000n]);
      expect(block).toBeGreaterThanOrEqual(mined?.block ?? Number.NaN);
      expect(mined?.transfers).toMatchObject([
        { to: address.toLowerCase(), block: mined?.block, madeAt: mined?.madeAt },
      ]);
      expect(await chain.bankable(token, [payoutId])).toEqual([5_000_000n]);
      for (const by of [undefined, block]) expect(await chain.worth(token, by)).toEqual({ token: 'USDC' });
      await expect(chain.worth(token, block + 1_000_000)).rejects.toThrow();
    });

    test('show every other token that came there, once it is final, and not their own', async () => {
      const { place, chain, token, payoutId } = await start();
      const ids = [newPayout(), payoutId, newPayout()];
      const to = place.addressOf(payoutId);
      await under.pay([{ to, amount: 8_000_000n }]);
      await under.pay([{ to, amount: 30_000n, token: under.otherToken }]);
      const before = await chain.strays(token, ids);
      expect(before).toEqual({ tokens: [], coins: [], silent: [] });
      await under.finalize();
      await under.pay([{ to, amount: 4n, token: under.otherToken }]);
      await under.finalize();
      const { tokens } = await chain.strays(token, ids);
      expect(tokens).toEqual([
        {
          ...under.otherToken,
          payoutId,
          chain: 'base',
          token: expect.any(String),
          isIssued: false,
          received: 30_004n,
          by: expect.any(Number),
          sinceBlock: expect.any(Number),
        },
      ]);
      const [{ by, sinceBlock } = { by: 0, sinceBlock: 0 }] = tokens;
      expect((await chain.received(under.otherToken, [payoutId], by)).amounts).toEqual([30_004n]);
      expect((await chain.received(under.otherToken, [payoutId], sinceBlock)).amounts).toEqual([0n]);
      await expect(chain.strays({ ...token, connectionId: 'conn_unknown' }, ids)).rejects.toThrow();
    });

    test('name whose tokens moved and who signed, in lower case', async () => {
      const { place, chain, token, payoutId } = await start();
      const hash = await under.pay([{ to: place.addressOf(payoutId), amount: 1n }]);
      const [transfer] = (await chain.transaction(token, hash))?.transfers ?? [];
      for (const address of [transfer?.to, transfer?.from, transfer?.signer])
        expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    });

    test('of one transaction may be of several payouts, and keep their places', async () => {
      const { place, chain, token, payoutId } = await start();
      const second = newPayout();
      const [a, b] = [place.addressOf(payoutId), place.addressOf(second)];
      const hash = await under.pay([
        { to: a, amount: 1n },
        { to: b, amount: 2n },
        { to: a, amount: 3n },
      ]);
      await under.finalize();
      expect(await listed([second], place.finalBlock)).toMatchObject([{ hash, amount: 2n }]);
      const told = await listed([payoutId], place.finalBlock);
      expect(told).toMatchObject([
        { hash, amount: 1n },
        { hash, amount: 3n },
      ]);
      expect(told[0]?.logIndex).toBeLessThan(told[1]?.logIndex ?? 0);
      expect((await chain.transaction(token, hash))?.transfers).toHaveLength(3);
      expect((await chain.received(token, [second, payoutId])).amounts).toEqual([2n, 4n]);
    });

    test('of several transactions are told in the order of their blocks, and add up', async () => {
      const { place, chain, token, payoutId } = await start();
      const to = place.addressOf(payoutId);
      const hashes = [await under.pay([{ to, amount: 7n }]), await under.pay([{ to, amount: 7n }])];
      await under.finalize();
      const told = await listed([payoutId], place.finalBlock);
      expect(told.map(({ hash }) => hash)).toEqual(hashes);
      expect((await chain.received(token, [payoutId])).amounts).toEqual([14n]);
      expect(await listed([payoutId], (told[0]?.block ?? 0) + 1)).toMatchObject([{ hash: hashes[1] }]);
    });

    test('of another token, of nothing, or in a transaction that failed are none', async () => {
      const { place, chain, token, payoutId } = await start();
      const to = place.addressOf(payoutId);
      const other = await under.pay([{ to, amount: 9n, token: under.otherToken }]);
      const nothing = await under.pay([{ to, amount: 0n }]);
      const failed = await under.pay([{ to, amount: 9n }], 'fails');
      await under.finalize();
      for (const hash of [other, nothing, failed])
        expect(await chain.transaction(token, hash)).toMatchObject({ isFinal: true, transfers: [] });
      expect(await listed([payoutId], place.finalBlock)).toEqual([]);
      expect((await chain.received(token, [payoutId])).amounts).toEqual([0n]);
      expect(await listed([payoutId], place.finalBlock, under.otherToken)).toMatchObject([{ amount: 9n }]);
      expect((await chain.received(under.otherToken, [payoutId])).amounts).toEqual([9n]);
    });

    test('are gone with a block that is taken back', async () => {
      const { place, chain, token, payoutId } = await start();
      const hash = await under.pay([{ to: place.addressOf(payoutId), amount: 5n }]);
      expect(await chain.transaction(token, hash)).toMatchObject({ isFinal: false });
      await under.takeBack(hash);
      expect(await chain.transaction(token, hash)).toBeUndefined();
      await under.finalize();
      expect((await chain.received(token, [payoutId])).amounts).toEqual([0n]);
    });

    test('in a transaction that nobody has mined are not told', async () => {
      const { chain, token } = await start();
      expect(await chain.transaction(token, `0x${'ab'.repeat(32)}`)).toBeUndefined();
    });

    test('are told of a thousand addresses at once, and of blocks that are final', async () => {
      const { place, chain, token, payoutId } = await start();
      await under.pay([{ to: place.addressOf(payoutId), amount: 5n }]);
      await under.finalize();
      const others = Array.from({ length: 999 }, () => newPayout());
      expect(await listed([...others, payoutId], place.finalBlock)).toMatchObject([{ amount: 5n }]);
      await expect(listed([...others, payoutId, 'po_x'], place.finalBlock)).rejects.toThrow('1001 addresses');
      const { final, latest } = await chain.head(token.connectionId);
      expect(final).toBeLessThanOrEqual(latest);
      const addresses = [place.addressOf(payoutId).toLowerCase()];
      const range = { addresses, fromBlock: final, toBlock: final + 1_000 };
      await expect(chain.transfers(token, range)).rejects.toThrow('not final');
    });

    test('that were flushed were received all the same', async () => {
      const { place, chain, token, payoutId } = await start();
      const to = place.addressOf(payoutId);
      await under.pay([{ to, amount: 6n }]);
      await under.finalize();
      await under.flush(payoutId);
      expect((await chain.received(token, [payoutId])).amounts).toEqual([6n]);
      expect(await chain.bankable(token, [payoutId])).toEqual([6n]);
      await under.pay([{ to, amount: 1n }]);
      await under.finalize();
      expect((await chain.received(token, [payoutId])).amounts).toEqual([7n]);
      expect(await chain.bankable(token, [payoutId])).toEqual([7n]);
    });

    test('of many payouts are counted in their order', async () => {
      const { place, chain, token, payoutId } = await start();
      const [first, ...others] = Array.from({ length: 150 }, () => newPayout()) as [string, ...string[]];
      await under.pay([
        { to: place.addressOf(payoutId), amount: 2n },
        { to: place.addressOf(first), amount: 1n },
      ]);
      await under.finalize();
      const asked = [first, ...others, payoutId];
      const expected = [1n, ...others.map(() => 0n), 2n];
      expect((await chain.received(token, asked)).amounts).toEqual(expected);
      expect(await chain.bankable(token, asked)).toEqual(expected);
      expect((await chain.received(token, [])).amounts).toEqual([]);
      expect(await chain.bankable(token, [])).toEqual([]);
    });

    test('that no treasury can take are parked, and were received', async () => {
      const { place, chain, token, payoutId } = await start();
      await under.pay([{ to: place.addressOf(payoutId), amount: 8n }]);
      await under.finalize();
      await under.park(payoutId, true);
      expect(await chain.bankable(token, [payoutId])).toEqual([0n]);
      expect((await chain.received(token, [payoutId])).amounts).toEqual([8n]);
      await under.park(payoutId, false);
      expect(await chain.bankable(token, [payoutId])).toEqual([8n]);
    });

    test('are not told while a node is silent, and are asked for again', async () => {
      const { place, chain, token, payoutId } = await start();
      const address = place.addressOf(payoutId);
      const hash = await under.pay([{ to: address, amount: 5n }]);
      await under.finalize();
      under.silence(true);
      const range = { addresses: [address.toLowerCase()], fromBlock: place.finalBlock, toBlock: place.finalBlock };
      const asked = [
        chain.head(token.connectionId),
        chain.transaction(token, hash),
        chain.transfers(token, range),
        chain.received(token, [payoutId]),
        chain.bankable(token, [payoutId]),
      ];
      const answers = await Promise.allSettled(asked);
      expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
      under.silence(false);
      expect(await chain.transaction(token, hash)).toMatchObject({ isFinal: true });
    });

    test('go on after their connection was disconnected, and nothing new begins there', async () => {
      const { place, chain, token, payoutId } = await start();
      const hash = await under.pay([{ to: place.addressOf(payoutId), amount: 5n }]);
      await under.disconnect();
      await under.finalize();
      expect(await under.open().serving(under.organizationId, 'base')).toBeUndefined();
      expect(await chain.transaction(token, hash)).toMatchObject({ isFinal: true });
      expect((await chain.received(token, [payoutId])).amounts).toEqual([5n]);
    });

    test('of a token of another chain are not asked for, because finding none would be an answer', async () => {
      const { place, chain, token } = await start();
      const [{ contract }] = knownChains.polygon.tokens;
      const wrong = { ...token, contract };
      const { final: toBlock } = await chain.head(token.connectionId);
      const range = { addresses: [place.addressOf('po_1').toLowerCase()], fromBlock: place.finalBlock, toBlock };
      const asked = [
        chain.transfers(wrong, range),
        chain.transaction(wrong, `0x${'ab'.repeat(32)}`),
        chain.received(wrong, ['po_1']),
        chain.bankable(wrong, ['po_1']),
        chain.worth(wrong),
      ];
      const answers = await Promise.allSettled(asked);
      expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
    });

    test('of a connection that nobody has made are not asked for', async () => {
      const { chain, token } = await start();
      const unknown = { ...token, connectionId: 'conn_unknown' };
      await expect(chain.head('conn_unknown')).rejects.toThrow();
      await expect(chain.received(unknown, ['po_1'])).rejects.toThrow();
    });
  });
}
