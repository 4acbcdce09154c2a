import { type Abi, type Address, erc20Abi, type Hex } from 'viem';
import { depositFactory } from '../../../contracts/deposit-factory.ts';
import type { DepositChain, DepositToken } from '../../../shared/ports/deposit-chain.ts';
import { knownChains } from '../../../shared/providers/evm/chains.ts';
import { depositSalt } from '../../../shared/providers/evm/deposit-contracts.ts';
import { lateDeposits } from '../../../shared/providers/evm/late-deposits.ts';
import type { TestService } from '../../support/service.ts';
import { connectChain, disconnect, secrets, startReachingService, useConnection } from './connect-chain.ts';
import { type ChainName, startConnectableChain } from './connectable-chain.ts';

/** One transfer of a transaction. */
export interface TestPayment {
  readonly to: string;
  readonly amount: bigint;
}

/** A chain to which organizations are connected, and whoever pays there. */
export async function startDepositChains(name?: ChainName) {
  const chain = await startConnectableChain(name);
  const [usdc, bridged] = knownChains[chain.settings.chain].tokens;
  const { abi } = chain.token('TestToken');
  const payer = await chain.deploy(chain.token('Multisend'));
  for (const { contract } of knownChains[chain.settings.chain].tokens)
    await chain.send({ to: contract, abi, name: 'mint', args: [payer, 10n ** 15n] });

  /**
   * A service with a live organization that is connected to the chain, by the commands of two operators.
   * @param other a service that is connected to another chain
   */
  async function connect(nodes = [chain.url], other?: TestService) {
    const service = other ?? (await startReachingService());
    const { organizationId } = await service.organization('live');
    const connectionId = await connectChain(service, chain, nodes);
    await useConnection(service, organizationId, connectionId);
    const token: DepositToken = { connectionId, contract: usdc.contract };
    return {
      service,
      organizationId,
      token,
      otherToken: { ...token, contract: bridged.contract },
      /** The port as another process has it. */
      open(clock = Date.now): DepositChain {
        const { store } = service.runtime;
        return lateDeposits({ store, clock, secrets, loopback: true });
      },
      disconnect: () => disconnect(service, connectionId),
    };
  }

  return {
    ...chain,
    connect,
    /** Pays in one transaction. @returns its hash */
    async pay(payments: readonly TestPayment[], contract: Address = usdc.contract): Promise<Hex> {
      const args = [contract, payments.map(({ to }) => to), payments.map(({ amount }) => amount)];
      const gas = 200_000n + 60_000n * BigInt(payments.length);
      const call = { to: payer, abi: chain.token('Multisend').abi, name: 'send', args };
      return (await chain.send(call, { gas })).transactionHash;
    },
    balanceOf: (holder: Address): Promise<bigint> =>
      chain.client.readContract({ address: usdc.contract, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
    /** Does something to the dollar, as its issuer could. @returns the hash */
    async issuer(name: string, ...args: readonly unknown[]): Promise<Hex> {
      const { transactionHash } = await chain.send({ to: usdc.contract, abi, name, args });
      await chain.finalize();
      return transactionHash;
    },
    async flush(payoutIds: readonly string[], contract: Address = usdc.contract): Promise<Hex> {
      const args = [payoutIds.map(depositSalt), contract];
      const call = { to: chain.settings.factory, abi: depositFactory.abi as unknown as Abi, name: 'flush', args };
      const { transactionHash } = await chain.send(call, { gas: 300_000n * BigInt(payoutIds.length) });
      await chain.finalize();
      return transactionHash;
    },
    /** Takes the newest blocks back, and puts empty ones in their place. */
    async reorganize(depth: number): Promise<void> {
      await chain.client.request({ method: 'anvil_reorg', params: [depth, []] } as never);
    },
  };
}

export type DepositChains = Awaited<ReturnType<typeof startDepositChains>>;

export type Connected = Awaited<ReturnType<DepositChains['connect']>>;
