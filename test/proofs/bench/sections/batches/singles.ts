import { acceptRequest, type Customer, createCustomer, prepareQuotes } from '../../service/customer.ts';
import type { Fleet, LambdaProcess } from '../../service/fleet.ts';
import type { ModelledTable } from '../../service/modelled-table.ts';
import { send } from '../../service/request.ts';
import { percentile, round } from '../../statistics.ts';

/** Accepts of single quotes beside a run, and before it. */
export interface SinglesFigures {
  /** In the organization whose run is created. */
  readonly same: Beside;
  /** In organizations that have none. */
  readonly others: Beside;
}

interface Beside {
  readonly accepts: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  readonly before: { readonly accepts: number; readonly p50Ms: number; readonly p99Ms: number };
}

interface Single {
  readonly isSame: boolean;
  /** Virtual milliseconds. */
  readonly begunAt: number;
  readonly elapsedMs: number;
  readonly isError: boolean;
}

interface Payer {
  readonly customer: Customer;
  readonly quotes: string[];
  readonly isSame: boolean;
}

interface Period {
  /** Virtual milliseconds: when creation began, and when it ended. */
  readonly from: number;
  readonly to: number;
}

const otherOrganizations = 4;
/** Of the same organization, and of the others together. */
const callers = 8;
/** Between an answer and the next accept of a caller. */
const pauseMs = 200;

/** Callers of an organization and of others, who accept quotes at a steady pace. */
export class Singles {
  readonly #model: ModelledTable;
  readonly #payers: readonly Payer[];
  readonly #answers: Single[] = [];

  private constructor(model: ModelledTable, payers: readonly Payer[]) {
    this.#model = model;
    this.#payers = payers;
  }

  /** @param seconds how long they may go on */
  static async prepare(
    model: ModelledTable,
    process: LambdaProcess,
    customer: Customer,
    seconds: number,
  ): Promise<Singles> {
    const payers: Payer[] = [];
    for (let made = 0; made <= otherOrganizations; made += 1) {
      const payer = made === 0 ? customer : await createCustomer(process);
      const count = Math.ceil(((seconds * 1000) / pauseMs) * callers);
      payers.push({ customer: payer, quotes: await prepareQuotes(process, payer, count), isSame: made === 0 });
    }
    return new Singles(model, payers);
  }

  /** Accepts until somebody says that it is over. */
  async run(fleet: Fleet, isOver: () => boolean): Promise<void> {
    const [same, ...others] = this.#payers;
    const calling = Array.from({ length: callers }, (_, index) => [same, others[index % others.length]]).flat();
    await Promise.all(calling.map((payer) => payer && this.#call(fleet, payer, isOver)));
  }

  async #call(fleet: Fleet, { customer, quotes, isSame }: Payer, isOver: () => boolean): Promise<void> {
    const { time, dice } = this.#model;
    const process = fleet.startProcess();
    await time.sleep(dice.next() * pauseMs);
    while (!isOver()) {
      const snapshotId = quotes.pop();
      if (snapshotId === undefined) throw new Error('the prepared quotes ran out');
      const begunAt = time.exact;
      const { status, elapsedMs } = await send(process, customer, acceptRequest(snapshotId));
      this.#answers.push({ isSame, begunAt, elapsedMs, isError: status !== 200 });
      await time.sleep(pauseMs);
    }
  }

  figures(creation: Period, submittedAt: number): SinglesFigures {
    const of = (isSame: boolean): Beside => {
      const mine = this.#answers.filter((answer) => answer.isSame === isSame);
      const beside = mine.filter(({ begunAt }) => begunAt >= creation.from && begunAt < creation.to);
      const before = mine.filter(({ begunAt, elapsedMs }) => begunAt + elapsedMs < submittedAt);
      return { ...shown(beside), errors: mine.filter(({ isError }) => isError).length, before: shown(before) };
    };
    return { same: of(true), others: of(false) };
  }
}

function shown(answers: readonly Single[]) {
  const elapsed = answers.map(({ elapsedMs }) => elapsedMs);
  return {
    accepts: elapsed.length,
    p50Ms: round(percentile(elapsed, 0.5), 1),
    p99Ms: round(percentile(elapsed, 0.99), 1),
  };
}
