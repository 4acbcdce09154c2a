import type { Address } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectionRouter } from '../../shared/connections/router.ts';
import { reachingChains, routedChains } from '../../shared/providers/evm/chain.ts';
import { knownChains } from '../../shared/providers/evm/chains.ts';
import { performed } from '../support/operations.ts';
import type { TestService } from '../support/service.ts';
import { connectChain, disconnect, secrets, startReachingService, useConnection } from './support/connect-chain.ts';
import { type ConnectableChain, startConnectableChain } from './support/connectable-chain.ts';

const [usdc, bridged] = knownChains.base.tokens;
let chain: ConnectableChain;
let service: TestService;
let organizationId: string;
let payee: Address;

beforeAll(async () => {
  chain = await startConnectableChain();
  payee = chain.accounts[7] as Address;
});

afterAll(() => chain.stop());

beforeEach(async () => {
  service = await startReachingService();
  ({ organizationId } = await service.organization('live'));
});

const connectedChain = () => connectChain(service, chain, [chain.url]);
const use = (connectionId: string) => useConnection(service, organizationId, connectionId);

function chains() {
  const { store, clock } = service.runtime;
  const place = { store, clock, secrets };
  return routedChains(new ConnectionRouter(place, reachingChains({ loopback: true })));
}

/** Tokens of a contract for the payee, in a block that is final. @returns the number of the block */
async function paid(contract: Address, amount: bigint): Promise<number> {
  const { abi } = chain.token('TestToken');
  const { blockNumber } = await chain.send({ to: contract, abi, name: 'mint', args: [payee, amount] });
  await chain.finalize();
  return Number(blockNumber);
}

describe('the chain of an organization', () => {
  test('is read through the nodes of the connection that it names', async () => {
    await use(await connectedChain());
    const block = await paid(usdc.contract, 5_000_000n);
    const reading = chains();
    expect((await reading.head({ organizationId, chain: 'base' })).final).toBeGreaterThanOrEqual(block);
    const range = { organizationId, chain: 'base', address: payee, fromBlock: block, toBlock: block };
    expect(await reading.transfers({ ...range, token: 'USDC' })).toMatchObject([{ amount: 5_000_000n, block }]);
  });

  test('has the tokens of issuers alone', async () => {
    await use(await connectedChain());
    const block = await paid(bridged.contract, 5_000_000n);
    const range = { organizationId, chain: 'base', address: payee, fromBlock: block, toBlock: block };
    await expect(chains().transfers({ ...range, token: bridged.name })).rejects.toThrow('is not known on base');
  });

  test('is none without a connection, nor with one for another chain', async () => {
    await expect(chains().head({ organizationId, chain: 'base' })).rejects.toThrow('has no connection for base');
    await use(await connectedChain());
    await expect(chains().head({ organizationId, chain: 'polygon' })).rejects.toThrow('has no connection for polygon');
  });

  test('is read where something was begun, also after that was disconnected', async () => {
    const connectionId = await connectedChain();
    await use(connectionId);
    const block = await paid(usdc.contract, 1n);
    await disconnect(service, connectionId);
    const range = { organizationId, chain: 'base', token: 'USDC', address: payee, fromBlock: block, toBlock: block };
    await expect(chains().transfers(range)).rejects.toThrow('has no connection');
    expect(await chains().transfers({ ...range, connectionId })).toMatchObject([{ amount: 1n }]);
    expect((await chains().head({ organizationId, chain: 'base', connectionId })).final).toBeGreaterThanOrEqual(block);
    expect(await performed(service, 'connections', { do: 'check', connectionId })).toMatchObject({ findings: [] });
  });

  test('is never read through a connection to another chain, whatever a row says', async () => {
    const connectionId = await connectedChain();
    const place = { organizationId, chain: 'polygon', connectionId };
    const range = { ...place, token: 'USDC', address: payee, fromBlock: 0, toBlock: 0 };
    for (const ask of [() => chains().head(place), () => chains().transfers(range)])
      await expect(ask()).rejects.toThrow(`${connectionId} is a connection for chain/base, not for chain/polygon`);
  });
});
