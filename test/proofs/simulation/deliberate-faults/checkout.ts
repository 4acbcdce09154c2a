import { type Input, keyOfWrite, type OneWrite, type TableCall, writesOf } from '../../../../local/table/call.ts';
import { keyText } from '../../../../local/table/item.ts';
import type { CardAcquirer } from '../../../../shared/ports/card-acquirer.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { World } from '../engine/world.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import {
  changed,
  concerns,
  itemsOf,
  mapWrites,
  sendBehind,
  shown,
  touches,
  transactionsOn,
  unseen,
  withoutCondition,
} from './rewriting.ts';

const ofEvent = concerns('EVENT#');

export const checkoutFaults: readonly DeliberateFault[] = [
  {
    name: 'refund-without-its-reservation',
    sentence: 'a refund is asked for, and its payment does not say so',
    rewrite: transactionsOn('CHECKOUT_PAYMENT#', (call, send) =>
      send(mapWrites(call, (write) => changed(write, 'checkoutPayment', ({ refunding: _, ...payment }) => payment))),
    ),
  },
  {
    name: 'silence-refuses-a-refund',
    sentence: 'an acquirer that does not answer is taken to have refused',
    acquirer: (acquirer) => withRefunds(acquirer, (call) => call.catch(() => ({ outcome: 'refused' }))),
  },
  {
    name: 'payment-told-behind',
    sentence: 'that a payment was paid is told behind its commit',
    rewrite: transactionsOn('CHECKOUT_PAYMENT#', sendBehind(ofEvent)),
  },
  {
    name: 'reference-not-looked-at',
    sentence: 'a second simulation under a reference makes a second payment',
    rewrite: () => unseen('CHECKOUT_SIMULATED#', 'checkoutSimulatedPayment'),
  },
  {
    name: 'place-kept',
    sentence: 'the place of a payment that failed is not given back',
    rewrite: placesKept,
  },
  {
    name: 'place-given-back-twice',
    sentence: 'whoever ends an attempt unpaid gives two places back',
    rewrite: transactionsOn('CHECKOUT_ATTEMPT#', (call, send) =>
      send(mapWrites(call, (write) => ofPlaces(write, '-1', -2))),
    ),
  },
  {
    name: 'attempt-behind-a-pause',
    sentence: 'buyers begin attempts as if no link were paused and no organization suspended',
    rewrite: () => (call, send) =>
      attemptsUnchecked(call, (unchecked) => linksSent(unchecked, (sent) => organizationsActive(sent, send))),
  },
  {
    name: 'change-during-publication',
    sentence: 'a draft can be changed while the acquirer sets its price up',
    rewrite: () => shown(/updateLink|deleteLink|publishLink/, 'checkoutLink', (link) => delete link.publishing),
  },
  {
    name: 'price-not-taken-back',
    sentence: 'the price of a draft that is deleted stays with the acquirer',
    acquirer: (acquirer) => ({ ...portOf(acquirer), closePrice: async () => {} }),
  },
  {
    name: 'attempt-settled-twice',
    sentence: 'an attempt is settled whether somebody has settled it or not',
    rewrite: () => attemptsAlwaysOpen,
  },
  {
    name: 'attempt-beside-another',
    sentence: 'a browser that submits twice gets two card pages',
    rewrite: () => unseen('CHECKOUT_OPEN_ATTEMPT#', 'checkoutOpenAttempt'),
  },
  {
    name: 'dispute-takes-twice',
    sentence: 'what a lost dispute took is counted twice',
    rewrite: transactionsOn('CHECKOUT_PAYMENT#', (call, send) =>
      send(mapWrites(call, (write) => changed(write, 'checkoutPayment', takenTwice))),
    ),
  },
  {
    name: 'dispute-forgotten',
    sentence: 'what a lost dispute took of refunded money is not counted when the refund fails',
    rewrite: disputesForgotten,
  },
  {
    name: 'attempt-without-work',
    sentence: 'nothing is due for an attempt until its card page is open',
    rewrite: transactionsOn('CHECKOUT_ATTEMPT#', (call, send) =>
      send(mapWrites(call, (write) => (ofAttemptWork(write) && isOpening(call) ? undefined : write))),
    ),
  },
];

const ofAttemptWork = (write: OneWrite) => /^DUE#[^#]*#checkout#att_/.test(keyOfWrite(write));

function isOpening(call: TableCall): boolean {
  return writesOf(call).some(({ kind, input }) => kind === 'Put' && input.Item.status === 'opening');
}

function disputesForgotten({ witness }: World): Rewrite {
  return (call, send) => {
    if (call.name !== 'TransactWrite' || !touches(call, 'CHECKOUT_PAYMENT#')) return send(call);
    return send(
      mapWrites(call, (write) =>
        changed(write, 'checkoutPayment', (payment) => {
          const before = witness.current(keyText({ pk: payment.pk, sk: payment.sk }))?.status;
          const isReversed = payment.status === 'reversed' || payment.status === 'charged_back';
          return before === 'refunded' && isReversed ? { ...payment, status: 'paid', reversed: '0' } : payment;
        }),
      ),
    );
  };
}

function takenTwice(payment: Input): Input {
  return { ...payment, reversed: (BigInt(payment.reversed) * 2n).toString() };
}

/** Its methods alone: what else it has is the simulation's. */
function portOf(acquirer: CardAcquirer): CardAcquirer {
  const { range, prices, sessions, refunds, testCardPage } = acquirer;
  return {
    range,
    prices,
    sessions,
    refunds,
    ...(testCardPage && { testCardPage }),
    closePrice: (...asked) => acquirer.closePrice(...asked),
    closeSession: (...asked) => acquirer.closeSession(...asked),
    readSession: (...asked) => acquirer.readSession(...asked),
    readCharge: (...asked) => acquirer.readCharge(...asked),
  };
}

type RefundReport = ReturnType<CardAcquirer['refunds']['call']>;

function withRefunds(acquirer: CardAcquirer, hear: (report: RefundReport) => RefundReport): CardAcquirer {
  const { refunds } = acquirer;
  const call: typeof refunds.call = (key, asked) => hear(refunds.call(key, asked));
  return { ...portOf(acquirer), refunds: { ...refunds, call } };
}

function placesKept({ witness }: World): Rewrite {
  return (call, send) => {
    if (call.name !== 'TransactWrite' || !touches(call, 'CHECKOUT_LINK#')) return send(call);
    return send(
      mapWrites(call, (write) =>
        changed(ofPlaces(write, '-1', 0), 'checkoutLink', (link) => {
          const before = Number(witness.current(keyText({ pk: link.pk, sk: link.sk }))?.placesTaken ?? 0);
          return { ...link, placesTaken: Math.max(before, link.placesTaken) };
        }),
      ),
    );
  };
}

/** A write that counts a link's places by a number, with another number. */
function ofPlaces(write: OneWrite, by: string, other: number): OneWrite {
  const { kind, input } = write;
  if (kind !== 'Update' || !concerns('CHECKOUT_LINK#')(write)) return write;
  const [value = ''] = /(?<=ADD \S+ ):\w+/.exec(input.UpdateExpression) ?? [];
  if (String(input.ExpressionAttributeValues[value]) !== by) return write;
  return {
    kind,
    input: { ...input, ExpressionAttributeValues: { ...input.ExpressionAttributeValues, [value]: other } },
  };
}

const toBuyers = /payByCard|showCheckoutLink/;
const linksSent = shown(toBuyers, 'checkoutLink', (link) => {
  if (link.status === 'paused') link.status = 'sent';
});
const organizationsActive = shown(toBuyers, 'organization', (organization) => {
  organization.status = 'active';
});

/** A transaction that begins an attempt checks nothing of its link and organization. */
const attemptsUnchecked: Rewrite = (call, send) => {
  const begins = writesOf(call).some(({ input }) => input.Item?._et === 'checkoutAttempt' && input.Item.version === 1);
  if (!begins || call.name !== 'TransactWrite') return send(call);
  const isOf = [concerns('CHECKOUT_LINK#'), concerns('ORG#')];
  return send(
    mapWrites(call, (write) => {
      if (!isOf.some((concerned) => concerned(write))) return write;
      return write.kind === 'ConditionCheck' ? undefined : withoutCondition(write);
    }),
  );
};

const settled = ['CHECKOUT_ATTEMPT#', 'CHECKOUT_PAYMENT#', 'CHECKOUT_EXTERNAL_ID#'].map(concerns);

/** Shows those who have read an attempt's session an attempt that nobody has settled, and lets them write over any. */
const attemptsAlwaysOpen: Rewrite = async (call, send) => {
  if (call.name === 'TransactWrite' && touches(call, 'CHECKOUT_ATTEMPT#')) {
    const isOurs = (write: OneWrite) => write.kind === 'Put' && settled.some((concerned) => concerned(write));
    return send(mapWrites(call, (write) => (isOurs(write) ? withoutCondition(write) : write)));
  }
  const output = await send(call);
  for (const item of [...itemsOf(call, output), ...(call.name === 'Get' && output.Item ? [output.Item] : [])]) {
    if (item._et === 'checkoutAttempt' && item.sessionId) item.status = 'open';
  }
  return output;
};
