import { beforeAll, describe, expect, test } from 'vitest';
import {
  accountLookUps,
  RequestedMethod,
  resolveAccounts,
} from '../../../../shared/checkout/accounts/resolve-accounts.ts';
import type { KeptMethod } from '../../../../shared/checkout/methods/methods.ts';
import { decideAndCommit, replyOf } from '../../../../shared/journal/commit/decide.ts';
import { organizationWithOwner } from '../../../functions/api-keys/support.ts';
import {
  address,
  bankAccount,
  cryptoAccount,
  register,
  registered,
  remove,
} from '../../../functions/checkout/accounts-support.ts';
import { beforeFirst, createFaultyTable, type FaultyTable } from '../../../support/faults.ts';
import { bodyOf } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { setControls } from '../../journal/commit/support.ts';

let service: TestService;
let table: FaultyTable;

beforeAll(async () => {
  table = await createFaultyTable();
  service = await TestService.start({ rateLimitOverride: 10_000 }, table);
});

type Of = { readonly organizationId: string };

/** What a link of these methods would store, decided as the making of a link decides it. */
async function expected({ organizationId }: Of, currency: string, methods: readonly KeptMethod[]) {
  const outcome = await decideAndCommit(service.runtime, {
    organizationId,
    reads: {},
    lookUps: accountLookUps(organizationId, methods),
    decide: (_found, draft) => ({ reply: { status: 200, body: resolveAccounts(draft, currency, methods) } }),
  });
  return replyOf(outcome).body;
}

const onBase = { kind: 'crypto', token: 'USDC', chain: 'base', address } as const;

describe('the methods of a link', () => {
  test('are stored with what they are paid into', async () => {
    const { of, owner } = await organizationWithOwner(service);
    const bank = await registered(service, of, owner, { ...bankAccount(), currency: 'USD' });
    const crypto = await registered(service, of, owner, cryptoAccount());
    const inCrypto = { ...onBase, accountId: crypto.accountId };
    const methods = [{ kind: 'card' }, { kind: 'bank', accountId: bank.accountId }, onBase] as const;
    const stored = await expected(of, 'USD', methods);
    expect(stored).toEqual([
      { kind: 'card' },
      { kind: 'bank', accountId: bank.accountId, details: JSON.stringify(bank.details) },
      inCrypto,
    ]);
    expect(await expected(of, 'USD', [{ kind: 'crypto', accountId: crypto.accountId }])).toEqual([inCrypto]);
    // Publishing asks about what is stored.
    expect(await expected(of, 'USD', stored)).toEqual(stored);
  });

  test('may be none', async () => {
    const { of } = await organizationWithOwner(service);
    expect(await expected(of, 'USD', [])).toEqual([]);
  });

  test.each([
    ['bank rail without account', 'EUR', { kind: 'bank' }, 'the bank rail needs an account'],
    ['crypto rail without an address', 'USD', { kind: 'crypto' }, 'the crypto rail needs an address'],
    ['crypto on a link that is not in USD', 'EUR', onBase, 'USD only'],
    ['an address that is not registered', 'USD', { ...onBase, chain: 'ethereum' }, 'is not registered'],
    ['another token at that address', 'USD', { ...onBase, token: 'USDT' }, 'is not registered'],
    ['an account that does not exist', 'EUR', { kind: 'bank', accountId: 'ca_none' }, 'no such bank account'],
  ] as const)('are refused: %s', async (_name, currency, method, detail) => {
    const { of, owner } = await organizationWithOwner(service);
    await registered(service, of, owner, cryptoAccount());
    await expect(expected(of, currency, [method])).rejects.toMatchObject({
      type: 'BAD_REQUEST',
      message: expect.stringContaining(detail),
    });
  });

  test('are refused with an account of another kind, currency or organization', async () => {
    const { of, owner } = await organizationWithOwner(service);
    const other = await organizationWithOwner(service);
    const bank = await registered(service, of, owner);
    const crypto = await registered(service, of, owner, cryptoAccount());
    const stranger = await registered(service, other.of, other.owner);
    const refused = (currency: string, method: KeptMethod) =>
      expect(expected(of, currency, [method])).rejects.toMatchObject({ type: 'BAD_REQUEST' });
    await refused('USD', { kind: 'bank', accountId: bank.accountId });
    await refused('USD', { kind: 'bank', accountId: crypto.accountId });
    await refused('USD', { kind: 'crypto', accountId: bank.accountId });
    await refused('EUR', { kind: 'bank', accountId: stranger.accountId });
  });

  test('are refused while an account is pending, and once it was removed, by its id and by its address', async () => {
    const { of, organizationId, owner } = await organizationWithOwner(service);
    const voters = await Promise.all([1, 2].map(() => service.member(organizationId, 'operator')));
    const approvers = voters.map(({ userId }) => userId);
    await setControls(service.runtime, organizationId, { approvals: { threshold: 1n, quorum: 1, approvers } });
    const { accountId } = bodyOf(await register(service, of, owner, cryptoAccount()), 202);
    const methods: readonly KeptMethod[] = [{ kind: 'crypto', accountId }, onBase];
    for (const method of methods) {
      await expect(expected(of, 'USD', [method])).rejects.toMatchObject({
        message: expect.stringContaining('is pending'),
      });
    }
    bodyOf(await remove(service, of, owner, accountId));
    for (const method of methods)
      await expect(expected(of, 'USD', [method])).rejects.toMatchObject({ type: 'BAD_REQUEST' });
  });

  test('are refused where the account is removed at the moment in which they are stored', async () => {
    const { of, owner } = await organizationWithOwner(service);
    const { accountId } = await registered(service, of, owner);
    table.intercept(
      beforeFirst('TransactWrite', () => table.withoutFaults(() => remove(service, of, owner, accountId))),
    );
    const stored = expected(of, 'EUR', [{ kind: 'bank', accountId }]).finally(() => table.intercept(undefined));
    await expect(stored).rejects.toMatchObject({ message: expect.stringContaining('is removed') });
  });
});

describe('a requested method', () => {
  test.each([
    [{ kind: 'card', accountId: 'ca_1' }],
    [{ kind: 'cash' }],
    [{ kind: 'bank', accountId: 'ca 1' }],
    [{ kind: 'crypto', accountId: 'ca_1', address }],
    [{ kind: 'crypto', token: 'USDC', address }],
    [{ ...onBase, token: 'DAI' }],
    [{ ...onBase, chain: 'solana' }],
    [{ ...onBase, token: 'USDT' }],
    [{ ...onBase, address: address.replace('aA', 'Aa') }],
  ])('is no method: %o', (method) => {
    expect(RequestedMethod.safeParse(method).success).toBe(false);
  });

  test.each([[{ kind: 'card' }], [{ kind: 'bank' }], [{ kind: 'crypto' }], [{ kind: 'crypto', accountId: 'ca_1' }]])(
    'may be %o',
    (method) => {
      expect(RequestedMethod.parse(method)).toEqual(method);
    },
  );

  test('has its address with the checksum', () => {
    expect(RequestedMethod.parse({ ...onBase, address: address.toLowerCase() })).toEqual(onBase);
  });
});
