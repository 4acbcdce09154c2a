import type { Address, Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Connection, ConnectionEntity } from '../../shared/connections/connection.ts';
import { createStore } from '../../shared/ground/table/create-store.ts';
import type { Store } from '../../shared/ground/table/store.ts';
import { WalletCodes } from '../../shared/providers/evm/wallets/wallet-codes.ts';
import { createTestTable } from '../support/dynamodb.ts';
import { type Chain, startChain } from './support/chain.ts';
import { startTamperingNode } from './support/tampering-node.ts';

/** A contract that does nothing, as far as anybody can tell. */
const contract: Hex = '0x6001600101';
const delegation: Hex = `0xef0100${'11'.repeat(20)}`;

let own: Chain;
let other: Chain;
let liar: Awaited<ReturnType<typeof startTamperingNode>>;
let store: Store;
let codes: WalletCodes;
let opened = 0;
let serial = 0;

beforeAll(async () => {
  [own, other] = await Promise.all([startChain('--slots-in-an-epoch', '1'), startChain('--slots-in-an-epoch', '1')]);
  liar = await startTamperingNode(other.url);
});

afterAll(() => Promise.all([own.stop(), other.stop(), liar.stop()]));

/** Which nodes each connection has. */
let nodes: Record<string, readonly string[]>;

beforeEach(async () => {
  store = createStore(await createTestTable());
  opened = 0;
  Object.assign(liar.state, { isSilent: false, tamper: (_: unknown, answer: unknown) => answer });
  nodes = { conn_own: [own.url], conn_other: [other.url] };
  const secrets = {
    open: async (_sealed: string, { connectionId }: { readonly connectionId: string }) => {
      opened += 1;
      return JSON.stringify({ nodes: nodes[connectionId], signer: 'arn:aws:kms:eu-central-1:1:key/1' });
    },
  };
  codes = new WalletCodes({ store, clock: Date.now, secrets, loopback: true });
  await connect('conn_own', 'evm-vault', 'vault/base');
  await connect('conn_other', 'evm', 'chain/polygon');
});

async function connect(connectionId: string, provider: string, slot: string): Promise<void> {
  const row: Connection = {
    connectionId,
    version: 1,
    provider,
    port: slot.split('/')[0] ?? '',
    mode: 'live',
    slot,
    settings: '{}',
    sealed: 'sealed',
    account: '{}',
    hosts: [],
    createdAt: new Date().toISOString(),
  };
  await store.put(ConnectionEntity, row);
}

const connections = { 'vault/base': 'conn_own', 'chain/polygon': 'conn_other' };
const isElsewhere = (address: Address, of: Readonly<Record<string, string>> = connections) =>
  codes.isElsewhere(of, 'base', address);

/** An address of which nobody has heard. */
function newAddress(): Address {
  serial += 1;
  return `0x${serial.toString(16).padStart(40, '5')}`;
}

/** Puts code at an address in a block that is final. */
async function put(chain: Chain, address: Address, bytecode: Hex): Promise<void> {
  await chain.client.setCode({ address, bytecode });
  await chain.client.mine({ blocks: 4 });
}

test('an address without code on any chain can be paid', async () => {
  expect(await isElsewhere(newAddress())).toBe(false);
});

test('a contract on another chain alone cannot', async () => {
  const address = newAddress();
  await put(other, address, contract);
  expect(await isElsewhere(address)).toBe(true);
});

test('a contract that is on its own chain, too, can be paid', async () => {
  const address = newAddress();
  await put(other, address, contract);
  await put(own, address, contract);
  expect(await isElsewhere(address)).toBe(false);
});

test('an account that delegates to a contract is no contract, wherever it does', async () => {
  const address = newAddress();
  await put(other, address, delegation);
  expect(await isElsewhere(address)).toBe(false);
  const both = newAddress();
  await put(own, both, delegation);
  await put(other, both, contract);
  expect(await isElsewhere(both)).toBe(true);
});

test('code that only begins like a delegation is that of a contract', async () => {
  nodes.conn_other = [liar.url];
  liar.state.tamper = ({ method }, answer) => (method === 'eth_getCode' ? `${delegation}00` : answer);
  expect(await isElsewhere(newAddress())).toBe(true);
});

test('nothing is known while a node is silent, or another one contradicts it', async () => {
  const address = newAddress();
  await put(other, address, contract);
  nodes.conn_other = [other.url, liar.url];
  expect(await isElsewhere(address)).toBe(true);
  liar.state.tamper = ({ method }, answer) => (method === 'eth_getCode' ? '0x' : answer);
  await expect(isElsewhere(address)).rejects.toThrow('nodes disagree on the code');
  liar.state.isSilent = true;
  await expect(isElsewhere(address)).rejects.toThrow(/did not answer|took longer/);
});

test('the connections are those that the organization names: a vault before a chain that is only read', async () => {
  const address = newAddress();
  await put(other, address, contract);
  expect(await isElsewhere(address, { 'vault/base': 'conn_own' })).toBe(false);
  await connect('conn_wrong', 'evm', 'chain/base');
  expect(await isElsewhere(address, { ...connections, 'chain/base': 'conn_wrong' })).toBe(true);
  expect(opened).toBe(2);
});

test('a row that is for another chain is not read', async () => {
  const address = newAddress();
  await expect(isElsewhere(address, { 'vault/base': 'conn_other' })).rejects.toThrow();
  await expect(isElsewhere(address, {})).rejects.toThrow('no connection for base');
});
