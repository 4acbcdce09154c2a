import { ServiceError } from '../../../ground/errors/service-error.ts';
import type { Store } from '../../../ground/table/store.ts';
import { create, putIf, removeIf } from '../../../ground/table/writes.ts';
import { ttlSeconds } from '../../../ground/time/clock.ts';
import { transactWithRetry } from '../../../journal/due/transact-with-retry.ts';
import type { NamedPayment, PaymentToName, Runtime } from '../../../ports/runtime.ts';
import { unnamedPaymentRef, VaultKeyEntity } from '../../records/vault-books.ts';
import { type VaultPayment, VaultPaymentEntity, vaultPaymentRef, vaultRecordMs } from '../../records/vault-payment.ts';
import { vaultKey } from './paying/vault-state.ts';

type NamingPlace = Pick<Runtime, 'clock' | 'ids' | 'sleep'> & { readonly memory: Store };

/**
 * Records for which payout a vault has made a payment that, according to the second table, was not requested. The
 * vault's key for the payment proves it: it is the hash of organization and payout. A repetition changes nothing.
 * @throws ServiceError NOT_FOUND if the vault has made no such payment for the payout
 */
export async function namePayment(place: NamingPlace, asked: PaymentToName): Promise<NamedPayment> {
  const { memory, ids, sleep, clock } = place;
  const { connectionId, organizationId, payoutId, chain } = asked;
  const key = vaultKey({ organizationId, payoutId });
  const unnamedRef = unnamedPaymentRef(connectionId, key);
  const [unnamed, known] = await Promise.all([memory.get(unnamedRef), memory.get(vaultPaymentRef(payoutId))]);
  if (!unnamed) return namedBefore(known, asked);
  const { hash, vault, contract, to, amount } = unnamed;
  const ttl = ttlSeconds(clock() + 2 * vaultRecordMs);
  const paid = { payoutId, version: 1, organizationId, connectionId, chain, vault, contract, to, amount, hash };
  const isNamed = await transactWithRetry({ store: memory, ids, sleep }, [
    removeIf(unnamedRef, {}),
    putIf(VaultKeyEntity, { key, payoutId, ttl }, {}),
    ...(known ? [] : [create(VaultPaymentEntity, { ...paid, state: 'paid', ttl })]),
  ]);
  if (!isNamed) throw new ServiceError('CONFLICT', `${payoutId} was recorded meanwhile: repeat the command`);
  return { hash, contract, to, amount };
}

function namedBefore(known: VaultPayment | undefined, { connectionId, payoutId }: PaymentToName): NamedPayment {
  if (known?.hash === undefined || known.connectionId !== connectionId)
    throw new ServiceError('NOT_FOUND', `no unnamed payment of ${connectionId} is for ${payoutId}`);
  const { hash, contract, to, amount } = known;
  return { hash, contract, to, amount };
}
