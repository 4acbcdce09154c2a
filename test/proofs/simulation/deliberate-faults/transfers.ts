import type { Input } from '../../../../local/table/call.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { changed, mapWrites, shown, transactionsOn, unseen } from './rewriting.ts';

/** Of what comes into the accounts of an organization. */
export const transferFaults: readonly DeliberateFault[] = [
  {
    name: 'transfer-credited-twice',
    sentence: 'that a transfer was credited is not looked at',
    rewrite: () => unseen('BANK_TRANSFER#', 'bankTransfer'),
  },
  {
    name: 'short-money-pays',
    sentence: 'a payment is paid with whatever came in',
    rewrite: transactionsOn('CHECKOUT_PAYMENT#', (call, send) =>
      send(mapWrites(call, (write) => changed(write, 'checkoutPayment', paidShort))),
    ),
  },
  {
    name: 'short-money-forgotten',
    sentence: 'a browser that begins another payment forgets the short one',
    rewrite: transactionsOn('CHECKOUT_OPEN_ATTEMPT#', (call, send) =>
      send(mapWrites(call, (write) => changed(write, 'checkoutOpenAttempt', ({ left: _, ...slot }) => slot))),
    ),
  },
  {
    name: 'removed-account-is-paid-into',
    sentence: 'that an account was removed is not looked at when a buyer begins to pay by bank',
    rewrite: () => shown(/payByBank/, 'collectionAccount', (account) => Object.assign(account, { status: 'active' })),
  },
  {
    name: 'account-without-its-votes',
    sentence: 'an account is open while its approval waits for votes',
    rewrite: transactionsOn('COLLECTION_ACCOUNT#', (call, send) =>
      send(
        mapWrites(call, (write) =>
          changed(write, 'collectionAccount', (account) =>
            account.status === 'pending' ? { ...account, status: 'active' } : account,
          ),
        ),
      ),
    ),
  },
];

function paidShort(payment: Input): Input {
  return payment.received && payment.status === 'pending' ? { ...payment, status: 'paid' } : payment;
}
