import type { Change } from '../../../../../local/table/embedded-table.ts';
import { type Payout, PayoutEntity } from '../../../../../shared/payouts/payout/payout.ts';
import { acceptRequest, type Customer, createCustomer, payoutRequest, prepareQuotes } from '../../service/customer.ts';
import type { LambdaProcess } from '../../service/fleet.ts';
import { type ModelledService, startModelledService } from '../../service/modelled-service.ts';
import { ModelledTable } from '../../service/modelled-table.ts';
import { type Answer, send } from '../../service/request.ts';
import type { TransactionCounts } from '../../store/record-calls.ts';
import { isUnsettled } from '../settlement-lag.ts';

/** So many organizations, and so many callers of each, who pay without a pause. */
export interface Cell {
  /** How payouts are made. */
  readonly operation: 'acceptQuote' | 'createPayout';
  readonly organizations: number;
  /** Of each organization. */
  readonly callers: number;
  /** Answers before the measured ones, until the lines are as long as they stay. */
  readonly warmUp: number;
  /** Answers that are measured. */
  readonly payouts: number;
  readonly seed: number;
}

/** What came of it. */
export interface Played {
  /** In the order in which they were given. */
  readonly answers: readonly Answered[];
  readonly payouts: readonly Payout[];
  readonly transactions: TransactionCounts;
  /** Calls that were refused because a partition had no throughput left, by partition. */
  readonly throttled: ReadonlyMap<string, number>;
  /** Of real time. */
  readonly cpuMs: number;
}

export interface Answered {
  /** Virtual milliseconds. */
  readonly at: number;
  readonly elapsedMs: number;
  /** Absent for a success. */
  readonly error?: string;
}

/** API Gateway waits no longer. */
const timeoutMs = 10_000;
/** Callers begin one after another, within about the time in which one organization answers all of its own. */
const beginsWithinMs = 25;
const settlementPatienceMs = 120_000;
const pollMs = 100;

/** Plays a cell in virtual time, until all that it paid is settled. */
export async function playCell(cell: Cell): Promise<Played> {
  const model = new ModelledTable(cell.seed);
  const customers = await prepareCustomers((await model.startTimeless()).startProcess(), cell);
  const service = await startModelledService(model);
  const payouts = followPayouts(service);
  const before = process.cpuUsage();
  const answers = await model.time.run(
    payAndSettle({ time: model.time, dice: model.dice, fleet: service.fleet, customers, payouts }, cell),
  );
  const { user, system } = process.cpuUsage(before);
  return {
    answers,
    payouts: [...payouts.values()],
    transactions: service.transactions,
    throttled: model.limits.refused,
    cpuMs: (user + system) / 1000,
  };
}

interface Prepared {
  readonly customer: Customer;
  readonly quotes: string[];
}

async function prepareCustomers(
  process: LambdaProcess,
  { operation, organizations, callers, warmUp, payouts }: Cell,
): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  // None of them answers twice as often as the others.
  const quotes = 2 * Math.ceil((warmUp + payouts) / organizations) + callers;
  for (let made = 0; made < organizations; made += 1) {
    const customer = await createCustomer(process);
    const count = operation === 'acceptQuote' ? quotes : 0;
    prepared.push({ customer, quotes: count === 0 ? [] : await prepareQuotes(process, customer, count) });
  }
  return prepared;
}

/** What became of each payout, by key: from the table's changes. */
function followPayouts(service: ModelledService): Map<string, Payout> {
  const payouts = new Map<string, Payout>();
  service.onChange = ({ key, after }: Change) => {
    if (after?._et === PayoutEntity.entityName) payouts.set(key, after as Payout);
  };
  return payouts;
}

interface Load extends Pick<ModelledTable, 'time' | 'dice'>, Pick<ModelledService, 'fleet'> {
  readonly customers: readonly Prepared[];
  readonly payouts: ReadonlyMap<string, Payout>;
}

/** Callers are Lambda functions: each a process of its own that handles one request after another. */
async function payAndSettle(
  { time, dice, fleet, customers, payouts }: Load,
  { operation, organizations, callers, warmUp, payouts: wanted }: Cell,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  const call = async (index: number) => {
    const { customer, quotes } = customers[index % organizations] as Prepared;
    const process = fleet.startProcess();
    await time.sleep(dice.next() * callers * beginsWithinMs);
    while (answers.length < warmUp + wanted) {
      const request = operation === 'createPayout' ? payoutRequest(customer) : acceptRequest(quotes.pop() ?? '');
      const answer = await send(process, customer, request);
      answers.push({ at: time.exact, elapsedMs: answer.elapsedMs, ...errorOf(answer) });
    }
  };
  await Promise.all(Array.from({ length: organizations * callers }, (_, index) => call(index)));
  const until = time.clock() + settlementPatienceMs;
  while ([...payouts.values()].some(isUnsettled) && time.clock() < until) await time.sleep(pollMs);
  return answers;
}

function errorOf({ status, body, elapsedMs }: Answer): { readonly error?: string } {
  if (elapsedMs > timeoutMs) return { error: 'no answer within ten seconds' };
  return status === 200 ? {} : { error: `${status} ${body?.type}: ${body?.detail}` };
}
