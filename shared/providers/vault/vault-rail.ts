import * as z from 'zod';
import { connectionRef } from '../../connections/connection.ts';
import { vaultWork } from '../../connections/vault-work.ts';
import { corridorById } from '../../corridors/catalog/find-corridor.ts';
import { inToken } from '../../ground/money/token-amount.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import type { Store } from '../../ground/table/store.ts';
import { create } from '../../ground/table/writes.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import { dueRef, replaceWork, scheduleWork } from '../../journal/due/due-work.ts';
import { transactWithRetry } from '../../journal/due/transact-with-retry.ts';
import {
  type PayoutInstruction,
  type PayoutRail,
  type RailRecord,
  type RailStatus,
  RailUnavailable,
} from '../../ports/payout-rail.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Chains, knownChains } from '../evm/chains.ts';
import { vaultRail as name } from '../evm/vault/corridors.ts';
import { listSince } from '../records/list-records.ts';
import { hashOf, paymentOf, RailRecordEntity, type StoredRecord } from '../records/rail-record.ts';
import {
  OpenVaultPaymentEntity,
  type VaultPayment,
  VaultPaymentEntity,
  vaultPaymentRef,
  vaultRecordMs,
} from '../records/vault-payment.ts';
import { vaultPrices } from './catalog.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** On Ethereum a block is final after a quarter of an hour. Milliseconds. */
const rechecks: Readonly<Record<string, number>> = { ethereum: 30_000 };
const usualRecheckMs = 3_000;
/** A vault may be empty for days, and each waiting payout is polled separately. Milliseconds. */
const longestRecheckMs = 60_000;

export interface VaultRailPlace extends Pick<Runtime, 'ids' | 'sleep'> {
  /** The payments table. */
  readonly store: Store;
  /** The second table. */
  readonly memory: Store;
  readonly chains?: Chains;
}

/**
 * The rail that pays wallets. It records requested payments and signs nothing, because a separate worker does
 * (`pay-wallets.ts`). A payment is recorded in the transaction of its rail record, so everything on record is paid, or
 * is known to have failed.
 */
export function vaultRail(place: VaultRailPlace): PayoutRail {
  const { memory, chains } = place;
  const newsOf = async ({ key }: StoredRecord) => newsOfPayment(await paymentNamed(memory, key), 0);
  return {
    ...vaultPrices(chains),
    rememberKeysForMs: vaultRecordMs - dayMs,
    submit: (instruction, nowMs) => submit(place, instruction, nowMs),
    async status(instruction, nowMs) {
      const known = await memory.get(refTo(RailRecordEntity, { key: instruction.key }));
      // Every request to a vault is on record beforehand.
      return known ? statusOf(place, sameAs(instruction, known), nowMs) : { status: 'unknown' };
    },
    since: (sinceMs, _nowMs, page) => listSince(memory, { sinceMs, rail: name, newsOf }, page),
  };
}

async function submit(place: VaultRailPlace, instruction: PayoutInstruction, nowMs: number): Promise<RailStatus> {
  const { memory, store, ids, sleep } = place;
  const { key } = instruction;
  const recordOf = () => memory.get(refTo(RailRecordEntity, { key }));
  const known = await recordOf();
  if (known) return statusOf(place, sameAs(instruction, known), nowMs);
  const payment = await paymentFor(place, instruction);
  const { connectionId, contract } = payment;
  const ttl = ttlSeconds(nowMs + vaultRecordMs);
  const isFirst = await transactWithRetry({ store: memory, ids, sleep }, [
    create(RailRecordEntity, { ...paymentOf(instruction, nowMs, { rail: name, sentAt: nowMs }), ttl }),
    create(VaultPaymentEntity, payment),
    create(OpenVaultPaymentEntity, { connectionId, payoutId: key, contract }),
  ]);
  if (!isFirst) {
    const first = (await recordOf()) ?? (await recordNamed(place, instruction, payment, nowMs));
    return statusOf(place, sameAs(instruction, first), nowMs);
  }
  // Replaces existing work, so that a worker that has just found nothing to do cannot end it.
  await transactWithRetry({ store, ids, sleep }, [replaceWork(vaultWork(connectionId), nowMs)]);
  return newsOfPayment(payment, 0);
}

/**
 * A payment that a person has named has no rail record yet, because it was lost together with the vault's requested
 * payments.
 */
async function recordNamed(
  { memory, ids, sleep }: VaultRailPlace,
  instruction: PayoutInstruction,
  { contract, to, amount }: VaultPayment,
  nowMs: number,
): Promise<StoredRecord> {
  const { key } = instruction;
  const named = await memory.get(vaultPaymentRef(key));
  const isSame = named?.contract === contract && named.to === to && named.amount === amount;
  if (named?.state !== 'paid' || !isSame) throw new Error(`${key} could not be recorded`);
  const ttl = ttlSeconds(nowMs + vaultRecordMs);
  const record = { ...paymentOf(instruction, nowMs, { rail: name, sentAt: nowMs }), ttl };
  await transactWithRetry({ store: memory, ids, sleep }, [create(RailRecordEntity, record)]);
  const recorded = await memory.get(refTo(RailRecordEntity, { key }));
  if (!recorded) throw new Error(`${key} could not be recorded`);
  return recorded;
}

/** The part of a connection's account that is used. */
const Settings = z.object({ chain: z.string(), vault: z.string() });

/**
 * The payment for the vault on which the payout was begun, even if that vault was disconnected since.
 * @throws RailUnavailable if the table does not have its connection
 * @throws Error if that is a vault on another chain
 */
async function paymentFor(
  { store, chains = knownChains }: VaultRailPlace,
  {
    key,
    corridorId,
    organizationId,
    destinationAmount,
    destinationCurrency,
    recipientDetails,
    connectionId,
  }: PayoutInstruction,
): Promise<VaultPayment> {
  const { wallet } = corridorById(vaultPrices(chains).corridors(), corridorId) ?? {};
  const token = wallet && chains[wallet.chain]?.tokens.find(({ name, isIssued }) => isIssued && name === wallet.token);
  const { address, chain } = recipientDetails;
  if (!wallet || !token || !address || chain !== wallet.chain) throw new Error(`no wallet is paid on ${corridorId}`);
  const connection = connectionId === undefined ? undefined : await store.get(connectionRef(connectionId));
  if (!connection) throw new RailUnavailable(`the table has no connection for ${key}`);
  const { vault, chain: chainOfVault } = Settings.parse(JSON.parse(connection.settings));
  if (chainOfVault !== wallet.chain) throw new Error(`${key} was begun on a vault on ${chainOfVault}`);
  return {
    payoutId: key,
    version: 1,
    organizationId,
    connectionId: connection.connectionId,
    chain: wallet.chain,
    vault,
    contract: token.contract,
    to: address,
    amount: inToken(destinationAmount, destinationCurrency, wallet.token),
    state: 'open',
  };
}

/** @throws Error if the key was used for another payee or amount, or by another rail */
function sameAs(instruction: PayoutInstruction, known: StoredRecord): StoredRecord {
  if (known.rail === name && known.instruction === hashOf(instruction)) return known;
  throw new Error(`a rail was sent ${instruction.key} before, with another payee or amount, or another rail was`);
}

async function paymentNamed(memory: Pick<Store, 'get'>, payoutId: string): Promise<VaultPayment> {
  const payment = await memory.get(vaultPaymentRef(payoutId));
  if (!payment) throw new Error(`no vault was asked for ${payoutId}`);
  refuseUnknown(VaultPaymentEntity, payment);
  return payment;
}

/**
 * Schedules the work of an open payment again, which is lost if the payments table was restored or the process died
 * after it recorded the payment.
 */
async function statusOf(
  { store, memory, ids, sleep }: VaultRailPlace,
  { key, receivedAt }: StoredRecord,
  nowMs: number,
): Promise<RailStatus> {
  const payment = await paymentNamed(memory, key);
  const work = vaultWork(payment.connectionId);
  if (payment.state === 'open' && !(await store.get(dueRef(work))))
    await transactWithRetry({ store, ids, sleep }, [scheduleWork(work, nowMs)]);
  return newsOfPayment(payment, nowMs - receivedAt);
}

/** @param ageMs time since the payment was requested: the longer it takes, the less often it is polled */
function newsOfPayment({ state, chain, validUntil }: VaultPayment, ageMs: number): RailRecord['news'] {
  if (state === 'paid') return { status: 'completed' };
  if (state === 'failed') return { status: 'failed', failureCode: 'account_cannot_receive', fundsReturned: true };
  const recheckInMs = Math.max(rechecks[chain] ?? usualRecheckMs, Math.min(Math.floor(ageMs / 20), longestRecheckMs));
  return { status: validUntil === undefined ? 'pending' : 'processing', recheckInMs };
}
