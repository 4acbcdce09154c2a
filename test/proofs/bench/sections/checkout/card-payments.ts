import type { Link } from '../../../../../shared/checkout/links/link.ts';
import { PaymentEntity, paymentPartition } from '../../../../../shared/checkout/payments/payment.ts';
import type { CardAcquirer } from '../../../../../shared/ports/card-acquirer.ts';
import { addLink } from '../../../../support/checkout/links.ts';
import { createAcquirerAside } from '../../service/acquirer-aside.ts';
import { createCustomer } from '../../service/customer.ts';
import type { Fleet, LambdaProcess } from '../../service/fleet.ts';
import { ModelledTable } from '../../service/modelled-table.ts';
import { type Browser, type Visit, visitPage } from '../../service/visit-page.ts';
import { percentile, round } from '../../statistics.ts';
import { createTransactionCounter } from '../../store/record-calls.ts';

/** Payments on one link by its card page, on the modelled store. */
export interface CardPaymentsFigures {
  /** Buyers who come a second, whatever the service makes of it. */
  readonly offered: number;
  readonly perSecond: number;
  /** From "Pay by card" until the buyer is led to the card page. */
  readonly openP99Ms: number;
  /** From the return from the card page until the buyer reads that the payment was received. */
  readonly returnP99Ms: number;
  /** Transactions that were refused because somebody else was first or at work, for each payment. */
  readonly conflicts: number;
  readonly notPaid: number;
}

interface Plan {
  readonly buyers: number;
  readonly offered: number;
  readonly link?: Partial<Link>;
}

const seed = 1;
/** From which the buyers come, in turn. */
const networks = 64;
/** A buyer is on the card page from the first to both together: so soon no worker asks the acquirer in the buyer's place. */
const leastOnCardPageMs = 500;
const moreOnCardPageMs = 2_000;
const onCardPageMs = leastOnCardPageMs + moreOnCardPageMs;

/**
 * Plays buyers who come at a steady rate, in virtual time. Each presses "Pay by card", pays, and comes back. What the acquirer
 * takes comes on top: here it answers at once. Payments count from when as many come back as come until nobody comes any more.
 */
export async function measureCardPayments({ buyers, offered, link: changes }: Plan): Promise<CardPaymentsFigures> {
  const model = new ModelledTable(seed);
  const aside = (await model.startTimeless()).startProcess();
  const { path, link } = await addLink(aside.runtime, await createCustomer(aside), changes);
  const { intercept, counts } = createTransactionCounter();
  const { time, dice } = model;
  const processes = new Processes(await model.start(intercept), createAcquirerAside(model.time.clock));
  model.limit();
  const beganAt = time.exact;
  const played: Played[] = [];
  const come = async (index: number) => {
    await time.until(beganAt + ((index + dice.next()) * 1000) / offered);
    const browser = browserOf(index);
    const visit = (page: Visit) => processes.use((process) => visitPage(process, browser, page));
    const opened = await visit({ operation: 'payByCard', path, fields: { view: '0'.repeat(32) } });
    await time.sleep(leastOnCardPageMs + dice.next() * moreOnCardPageMs);
    const chosen = await visit({ operation: 'payByTestCard', path: opened.leadsTo, fields: { card: '4242' } });
    const back = await visit({ operation: 'showCheckoutAttempt', path: chosen.leadsTo });
    if (!back.html.includes('<h1>Payment received</h1>')) throw new Error(`not received: ${back.html.slice(0, 500)}`);
    played.push({ at: time.exact, openMs: opened.elapsedMs, returnMs: back.elapsedMs });
  };
  await time.run(Promise.all(Array.from({ length: buyers }, (_, index) => come(index))));
  const from = beganAt + onCardPageMs;
  const to = beganAt + (buyers * 1000) / offered;
  const counted = played.filter(({ at }) => at >= from && at < to);
  const p99 = (of: (played: Played) => number) => round(percentile(counted.map(of), 0.99), 1);
  return {
    offered,
    perSecond: round((1000 * counted.length) / (to - from), 1),
    openP99Ms: p99(({ openMs }) => openMs),
    returnP99Ms: p99(({ returnMs }) => returnMs),
    conflicts: round(counts.refused / buyers),
    notPaid: buyers - (await paidOn(aside, link)),
  };
}

interface Played {
  readonly at: number;
  readonly openMs: number;
  readonly returnMs: number;
}

/** As many as work at once: Lambda hands each of its environments one request at a time. */
class Processes {
  readonly #fleet: Fleet;
  readonly #acquirer: CardAcquirer;
  readonly #idle: LambdaProcess[] = [];

  constructor(fleet: Fleet, acquirer: CardAcquirer) {
    this.#fleet = fleet;
    this.#acquirer = acquirer;
  }

  async use<T>(work: (process: LambdaProcess) => Promise<T>): Promise<T> {
    const process = this.#idle.pop() ?? this.#fleet.startProcess([], { acquirer: this.#acquirer });
    try {
      return await work(process);
    } finally {
      this.#idle.push(process);
    }
  }
}

function browserOf(index: number): Browser {
  return { cookie: `__Host-buyer=${String(index).padStart(32, '0')}`, sourceIp: `10.0.${index % networks}.7` };
}

async function paidOn({ runtime: { store } }: LambdaProcess, { organizationId, linkId }: Link): Promise<number> {
  let paid = 0;
  let after: string | undefined;
  do {
    const partition = paymentPartition(organizationId, linkId);
    const { items, examinedTo } = await store.range(PaymentEntity, { partition, after, limit: 1_000 });
    paid += items.filter(({ status }) => status === 'paid').length;
    after = examinedTo;
  } while (after !== undefined);
  return paid;
}
