import type { Address } from 'viem';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { holdsAsDepositChain } from '../provider-contract/deposit-chain.ts';
import { type DepositChains, startDepositChains } from './support/deposit-chains.ts';
import { startTamperingNode, type TamperingNode } from './support/tampering-node.ts';

let chains: DepositChains;
let second: TamperingNode;

beforeAll(async () => {
  chains = await startDepositChains();
});

afterEach(() => second.stop());
afterAll(() => chains.stop());

holdsAsDepositChain('a chain behind two nodes', async () => {
  second = await startTamperingNode(chains.url);
  const connected = await chains.connect([chains.url, second.url]);
  return {
    ...connected,
    async pay(payments, fails) {
      const contract = (payments[0]?.token ?? connected.token).contract as Address;
      if (fails) return chains.pay([...payments, { to: connected.token.contract, amount: 10n ** 30n }], contract);
      return chains.pay(payments, contract);
    },
    finalize: chains.finalize,
    takeBack: () => chains.reorganize(1),
    flush: async (payoutId) => {
      await chains.flush([payoutId]);
    },
    async park(_payoutId, isParked) {
      for (const treasury of chains.treasuries) await chains.issuer('freeze', treasury, isParked);
    },
    silence: (isSilent) => {
      second.state.isSilent = isSilent;
    },
  };
});
