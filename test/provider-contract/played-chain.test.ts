import { PlayedChain } from '../support/funding/played-chain.ts';
import { holdsAsDepositChain } from './deposit-chain.ts';

// What tests of the service fund payouts on holds what a chain behind nodes does.
holdsAsDepositChain('a chain that a test plays', async () => {
  const chain = new PlayedChain();
  chain.behind = 2;
  chain.serves = (organizationId) => organizationId === 'org_1';
  return {
    open: () => chain.port,
    organizationId: 'org_1',
    token: chain.token,
    otherToken: chain.otherToken,
    async pay(payments, fails) {
      const transfers = payments.map(({ to, amount, token }) => ({ to, amount, contract: token?.contract }));
      return chain.mine(transfers, { madeAt: chain.latest * 2_000, fails: fails === 'fails' }).hash;
    },
    finalize: async () => chain.finalize(),
    takeBack: async (hash) => chain.vanish(hash),
    flush: async (payoutId) => chain.flush(payoutId),
    park: async (payoutId, isParked) => chain.bring(payoutId, isParked ? 0n : undefined),
    silence: (isSilent) => {
      chain.isSilent = isSilent;
    },
    async disconnect() {
      chain.serves = () => false;
    },
  };
});
