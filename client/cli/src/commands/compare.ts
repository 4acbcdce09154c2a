import { FaultyFile, type Line } from '../input/fault.ts';
import { showSums, sumsOf } from '../input/sums.ts';
import { minuteOf } from '../output/minute.ts';
import { currencyOf, otherCurrencies, readCurrencies } from '../runs/currencies.ts';
import { findEarlierPayments, PaidBefore } from '../runs/earlier-payments.ts';
import { findRun } from '../runs/find-run.ts';
import type { Plan } from '../runs/plan-runs.ts';
import { ChangedFile, type ComparedRun, compareRun } from '../runs/same-lines.ts';
import type { Service } from '../runs/service.ts';
import type { World } from '../world.ts';

/** Batches that were submitted before, by reference. */
export type Known = ReadonlyMap<string, ComparedRun>;

export function idsOf(known: Known): ReadonlySet<string> {
  return new Set([...known.values()].map(({ batch }) => batch.batchId));
}

/**
 * Compares a file with what the service knows, before anything is sent: the batches submitted earlier from this file,
 * the currencies that the file names, and payments from other files.
 * @returns the batches that were submitted before
 * @throws ChangedFile, FaultyFile, PaidBefore
 */
export async function compareWithService(
  service: Service,
  plan: Plan,
  { payAgain }: { readonly payAgain?: true },
  world: World,
): Promise<Known> {
  const known = await findKnown(service, plan);
  tellKnown(known, plan, world);
  const lines = plan.runs.filter(({ reference }) => !known.has(reference)).flatMap((run) => run.lines);
  if (lines.length === 0) return known;
  const currencies = await readCurrencies(service, lines);
  const faults = otherCurrencies(lines, currencies);
  if (faults.length > 0) throw new FaultyFile(faults);
  tell(lines, (line) => currencyOf(line, currencies) ?? '(accounts that were not found)', world);
  if (payAgain) {
    world.note('Not compared with earlier payments because of --pay-again.\n');
    return known;
  }
  const own = plan.runs.map(({ reference }) => reference);
  const earlier = await findEarlierPayments(service, lines, own, world);
  for (const note of earlier.notes) world.note(`${note}\n`);
  if (earlier.faults.length > 0) throw new PaidBefore(earlier.faults);
  return known;
}

/** Prints count and sum by currency, as far as the file alone determines them. */
export function tellSums({ runs }: Plan, world: World): void {
  const lines = runs.flatMap((run) => run.lines);
  tell(
    lines,
    ({ item, currencies = [] }) => {
      const isOfAccount = item.amountLeg === 'destination';
      const sides = ['amount', isOfAccount ? 'destination' : 'source'];
      const named = currencies.find(({ side }) => sides.includes(side));
      return named?.code ?? (isOfAccount ? '(currencies of the accounts)' : '(currency of your balance)');
    },
    world,
  );
}

function tell(lines: readonly Line[], currencyOfLine: (line: Line) => string, { note }: World): void {
  note(`Asks for ${showSums(sumsOf(lines, currencyOfLine))}.\n`);
}

/** Finds the parts of a file that were submitted before, and verifies that they come from this very file. */
async function findKnown(service: Service, { runs, strays }: Plan): Promise<Known> {
  const known = new Map<string, ComparedRun>();
  for (const run of runs) {
    const batch = await findRun(service, run.reference);
    if (batch) known.set(run.reference, await compareRun(service, batch, run));
  }
  for (const stray of strays) {
    const batch = await findRun(service, stray);
    if (!batch) continue;
    const now = runs.length === 1 ? 'one run' : `${runs.length} runs`;
    throw new ChangedFile(stray, batch.batchId, `the file now gives ${now}`);
  }
  return known;
}

function tellKnown(known: Known, { runs }: Plan, { note }: World): void {
  const [first] = [...known.values()].map(({ batch }) => batch);
  if (!first) return;
  const when = minuteOf(first.createdAt);
  if (known.size < runs.length) {
    note(
      `${known.size} of ${runs.length} batches were already submitted on ${when}. The others have not been sent yet.\n`,
    );
    return;
  }
  const what = runs.length === 1 ? `as ${first.batchId}` : `in ${runs.length} batches`;
  note(
    `This file was already submitted on ${when}, ${what}: nothing is sent now. To pay its lines again on purpose, give --reference NAME --pay-again.\n`,
  );
}
