import type { Cell } from './cell.ts';

/** How much of the modelled store is measured. Runs are bounded by payouts, as each costs this machine its time. */
export interface ModelledSizes {
  /** Of 1, 10 and 100 those that are not more. */
  readonly mostOrganizations: number;
  /** About so many of virtual time: until settlement works on as many payouts as are made. */
  readonly warmUpSeconds: number;
  /** About so many of virtual time. */
  readonly seconds: number;
  /** However long they take: the slowest hundredth of them is shown. */
  readonly leastPayouts: number;
  /** Of a run, a third of them measured. What is cut off is the time until settlement has caught up. */
  readonly mostPayouts: number;
}

const organizationCounts = [1, 10, 100];
const callerCounts = [1, 16, 64];
/** About what callers of one organization get a second, alone and together. */
const perSecond = { ofCaller: 30, ofOrganization: 40 };
const seed = 1;

/** Payouts without a quote for all; with one for the callers for whom there are bars. */
export function cellsOf(sizes: ModelledSizes): Cell[] {
  const cell = (operation: Cell['operation'], organizations: number, callers: number): Cell => {
    const rate = organizations * Math.min(callers * perSecond.ofCaller, perSecond.ofOrganization);
    return { operation, organizations, callers, ...lengthOf(rate, sizes), seed };
  };
  return [
    ...organizationCounts
      .filter((organizations) => organizations <= sizes.mostOrganizations)
      .flatMap((organizations) => callerCounts.map((callers) => cell('createPayout', organizations, callers))),
    cell('acceptQuote', 1, 1),
    cell('acceptQuote', 1, 16),
  ];
}

function lengthOf(rate: number, { warmUpSeconds, seconds, leastPayouts, mostPayouts }: ModelledSizes) {
  return {
    warmUp: Math.min(rate * warmUpSeconds, Math.round((2 / 3) * mostPayouts)),
    payouts: Math.min(Math.max(leastPayouts, rate * seconds), Math.round(mostPayouts / 3)),
  };
}
