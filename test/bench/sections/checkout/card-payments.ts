import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { callOf } from '../../../../local/table/call.ts';
import { EmbeddedTable } from '../../../../local/table/embedded-table.ts';
import type { Link } from '../../../../shared/checkout/links/link.ts';
import { PaymentEntity, paymentPartition } from '../../../../shared/checkout/payments/payment.ts';
import { sandboxAcquirer } from '../../../../shared/checkout/sandbox/acquirer.ts';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import type { CardAcquirer } from '../../../../shared/ports/card-acquirer.ts';
import { addLink } from '../../../support/checkout/links.ts';
import { createCustomer } from '../../service/customer.ts';
import type { Fleet, LambdaProcess } from '../../service/fleet.ts';
import { ModelledTable } from '../../service/modelled-table.ts';
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

interface Played {
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
export async function measureCardPayments({ buyers, offered, link: changes }: Played): Promise<CardPaymentsFigures> {
  const model = new ModelledTable(seed);
  const aside = (await model.startTimeless()).startProcess();
  const { path, link } = await addLink(aside.runtime, await createCustomer(aside), changes);
  const { intercept, counts } = createTransactionCounter();
  const { time, dice } = model;
  const processes = new Processes(await model.start(intercept), createAcquirer(model));
  model.limit();
  const beganAt = time.exact;
  const played: Visit[] = [];
  const come = async (index: number) => {
    await time.until(beganAt + ((index + dice.next()) * 1000) / offered);
    const buyer = new CardBuyer(processes, index);
    const opened = await buyer.post('payByCard', path, { view: '0'.repeat(32) });
    await time.sleep(leastOnCardPageMs + dice.next() * moreOnCardPageMs);
    const chosen = await buyer.post('payByTestCard', opened.leadsTo, { card: '4242' });
    const back = await buyer.get('showCheckoutAttempt', chosen.leadsTo);
    played.push({ at: time.exact, openMs: opened.elapsedMs, returnMs: back.elapsedMs });
  };
  await time.run(Promise.all(Array.from({ length: buyers }, (_, index) => come(index))));
  const from = beganAt + onCardPageMs;
  const to = beganAt + (buyers * 1000) / offered;
  const counted = played.filter(({ at }) => at >= from && at < to);
  const p99 = (of: (visit: Visit) => number) => round(percentile(counted.map(of), 0.99), 1);
  return {
    offered,
    perSecond: round((1000 * counted.length) / (to - from), 1),
    openP99Ms: p99(({ openMs }) => openMs),
    returnP99Ms: p99(({ returnMs }) => returnMs),
    conflicts: round(counts.refused / buyers),
    notPaid: buyers - (await paidOn(aside, link)),
  };
}

interface Visit {
  readonly at: number;
  readonly openMs: number;
  readonly returnMs: number;
}

/** The sandbox's, with a memory of its own that takes no time. */
function createAcquirer({ time }: ModelledTable): CardAcquirer {
  const memory = new EmbeddedTable({ now: time.clock });
  const send = async (command: Parameters<typeof callOf>[0]) => memory.perform(callOf(command));
  const client = { send } as unknown as DynamoDBDocumentClient;
  return sandboxAcquirer({ store: createStore({ client, tableName: memory.name }), clock: time.clock });
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

interface Shown {
  readonly elapsedMs: number;
  /** Where the answer leads by itself. */
  readonly leadsTo: string;
}

/** A browser with its cookie. */
class CardBuyer {
  readonly #processes: Processes;
  readonly #cookie: string;
  readonly #sourceIp: string;

  constructor(processes: Processes, index: number) {
    this.#processes = processes;
    this.#cookie = `__Host-buyer=${String(index).padStart(32, '0')}`;
    this.#sourceIp = `10.0.${index % networks}.7`;
  }

  get(operation: string, path: string): Promise<Shown> {
    return this.#send(operation, path, '', {});
  }

  post(operation: string, path: string, fields: Readonly<Record<string, string>>): Promise<Shown> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#send(operation, path, new URLSearchParams(fields).toString(), headers);
  }

  /** @throws Error where the buyer is not led on */
  #send(operation: string, path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Shown> {
    return this.#processes.use(async (process) => {
      const { endpoint, handler } = process.handlerOf(operation);
      const token = /[a-z0-9]+\.[a-z]+_[a-z0-9]+\.[0-9a-f]{32}/.exec(path)?.[0] ?? '';
      const startedAt = process.stopwatch();
      const answer = await handler({
        version: '2.0',
        rawPath: path,
        rawQueryString: '',
        pathParameters: { token },
        headers,
        cookies: [this.#cookie],
        requestContext: { http: { method: endpoint.method, path, sourceIp: this.#sourceIp } },
        body,
        isBase64Encoded: false,
      } as unknown as APIGatewayProxyEventV2);
      return { elapsedMs: process.stopwatch() - startedAt, leadsTo: leadsTo(operation, answer) };
    });
  }
}

function leadsTo(operation: string, { statusCode = 0, headers, body = '' }: APIGatewayProxyStructuredResultV2): string {
  if (statusCode === 303) return String(headers?.location);
  const led = /http-equiv="refresh" content="\d+; url=([^"]+)"/.exec(body)?.[1];
  if (led !== undefined) return led.replaceAll('&amp;', '&');
  if (body.includes('<h1>Payment received</h1>')) return '';
  throw new Error(`${operation} answered ${statusCode}: ${body.slice(0, 500)}`);
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
