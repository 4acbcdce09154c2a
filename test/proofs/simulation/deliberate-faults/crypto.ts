import { type Input, keysOf } from '../../../../local/table/call.ts';
import { keyParts, keyText } from '../../../../local/table/item.ts';
import type { TokenChain } from '../../../../shared/ports/token-chain.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { World } from '../engine/world.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { changed, mapWrites, shown, touches, unseen } from './rewriting.ts';

/** Of what comes on chains. */
export const cryptoFaults: readonly DeliberateFault[] = [
  {
    name: 'chain-transfer-taken-twice',
    sentence: 'that a transfer of a chain is on a payment is not looked at',
    rewrite: () => unseen('CRYPTO_TRANSFER#', 'takenTransfer'),
  },
  {
    name: 'matched-by-nearness',
    sentence: 'a transfer pays the attempt whose amount is nearly its own',
    chain: (chain) => ({
      ...portOf(chain),
      transfers: async (range) =>
        (await chain.transfers(range)).map((transfer) => ({ ...transfer, amount: transfer.amount | 1n })),
    }),
  },
  {
    name: 'transfer-before-its-reservation',
    sentence: 'what came before an amount was reserved pays for it',
    rewrite: () =>
      shown(/checkout worker/, 'reservedAmount', (reservation) => Object.assign(reservation, { seenBlock: 0 })),
  },
  {
    name: 'receipt-not-kept',
    sentence: 'what no attempt waits for leaves no receipt',
    rewrite: () => async (call, send) => (call.name === 'Put' && touches(call, 'CRYPTO_RECEIPT#') ? {} : send(call)),
  },
  {
    name: 'reservation-of-others-ignored',
    sentence: 'what another organization at the address waits for is a receipt as well',
    chain: (chain) => ({ ...portOf(chain), isPerOrganization: true }),
  },
  {
    name: 'cursor-before-the-commit',
    sentence: 'how far an address was read is noted before what came is taken',
    rewrite: cursorFirst,
  },
  {
    name: 'transfer-not-final',
    sentence: 'a transfer counts as soon as it is mined',
    chain: (chain) => ({ ...portOf(chain), head: async (...asked) => withoutFinality(await chain.head(...asked)) }),
  },
  {
    name: 'rest-of-what-came',
    sentence: 'who comes back to short money is asked for as much as came, not for what is missing',
    rewrite: asksForWhatCame,
  },
];

/** A buyer's press misreads the amount of a short payment, and leaves it as it is. */
function asksForWhatCame({ witness }: World): Rewrite {
  const misread = shown(/by crypto$/, 'checkoutPayment', (payment) => {
    if (payment.status === 'pending' && payment.received) payment.amount = (2n * BigInt(payment.received)).toString();
  });
  const asItWas = (payment: Input) => {
    const amount = witness.current(keyText({ pk: payment.pk, sk: payment.sk }))?.amount ?? payment.amount;
    return { ...payment, amount };
  };
  return (call, send) =>
    misread(
      call.name === 'TransactWrite' && touches(call, 'CRYPTO_AMOUNT#')
        ? mapWrites(call, (write) => changed(write, 'checkoutPayment', asItWas))
        : call,
      send,
    );
}

function portOf(chain: TokenChain): TokenChain {
  return { head: (...asked) => chain.head(...asked), transfers: (range) => chain.transfers(range) };
}

function withoutFinality({ latest }: Awaited<ReturnType<TokenChain['head']>>) {
  return { latest, final: latest };
}

/** Who reads the reservations of what came is about to take it. */
function cursorFirst({ witness, chain, tableName }: World): Rewrite {
  return async (call, send) => {
    const reserved = call.name === 'BatchGet' ? keysOf(call).filter((key) => key.startsWith('CRYPTO_AMOUNT#')) : [];
    for (const key of reserved.length > 0 ? witness.keys('CRYPTO_WATCH#') : []) {
      const watch = witness.current(key);
      const isOf = reserved.some((one) => one.includes(`#${watch?.chain}#${watch?.token}#${watch?.address}#`));
      if (!isOf) continue;
      await send({
        name: 'Update',
        input: {
          TableName: tableName,
          Key: keyParts(key),
          UpdateExpression: 'SET nextBlock = :next ADD version :one',
          ExpressionAttributeValues: { ':next': chain.headNow().final + 1, ':one': 1 },
        },
      });
    }
    return send(call);
  };
}
