import { beforeEach, expect, test } from 'vitest';
import { type Connection, ConnectionEntity } from '../../../shared/connections/connection.ts';
import { noteGivenAddress } from '../../../shared/connections/own-addresses.ts';
import { lateWallets } from '../../../shared/providers/evm/wallets/late-wallets.ts';
import { expectError, faultsOf } from '../../support/answers.ts';
import { addressOf, WalletScene, walletBody } from '../../support/wallets/wallet-scene.ts';

const [factory, treasury, second, vault, deposit] = ['11', '22', '33', '44', '55'].map((digits) =>
  addressOf(digits.repeat(4)),
) as [string, string, string, string, string];

let scene: WalletScene;

/** A service that looks at addresses as it does in AWS, and whose chains do not answer. */
beforeEach(async () => {
  const secrets = { open: async () => JSON.stringify({ nodes: ['http://127.0.0.1:1'] }) };
  const wallets = () => lateWallets({ ...scene.service.runtime, secrets, loopback: true });
  scene = await WalletScene.start({ wallets: { faultOf: (...asked) => wallets().faultOf(...asked) } });
  const { disabledAt: _, ...serving } = connection('conn_base', 'evm-vault', 'vault/base', { chainId: 8453 });
  await scene.service.runtime.store.put(ConnectionEntity, serving);
  await disconnected('conn_former', 'evm-vault', 'vault/base', { chainId: 8453, vault });
  await disconnected('conn_chain', 'evm', 'chain/polygon', { factory, treasury, secondTreasury: second });
  await noteGivenAddress(scene.service.runtime.store, deposit, 'po_1');
});

async function disconnected(...of: Parameters<typeof connection>): Promise<void> {
  await scene.service.runtime.store.put(ConnectionEntity, connection(...of));
}

function connection(connectionId: string, provider: string, slot: string, account: object): Connection {
  return {
    connectionId,
    version: 1,
    provider,
    port: slot.split('/')[0] ?? '',
    mode: 'live',
    slot,
    settings: '{}',
    sealed: 'sealed',
    account: JSON.stringify(account),
    hosts: [],
    createdAt: new Date(0).toISOString(),
    disabledAt: new Date(0).toISOString(),
  };
}

test.each([
  ['a factory', factory],
  ['a treasury', treasury],
  ['a second treasury', second],
  ['a vault', vault],
  ['where a payout is funded', deposit],
])('an address of ours is no payee, whoever has connected it: %s', async (_, address) => {
  expect(faultsOf(await scene.register(walletBody(address)))).toEqual(['method.recipientDetails.address: own_address']);
});

test('any other address is asked of the chains, and nothing is saved while they are silent', async () => {
  expectError(await scene.register(), 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE');
  expect(JSON.stringify(scene.log.lines)).toContain('the address of a wallet could not be looked at');
});
