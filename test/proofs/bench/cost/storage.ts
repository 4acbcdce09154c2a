import type { Done } from './measure.ts';
import { dollarsOf, type Priced } from './prices.ts';
import { totalOf } from './usage.ts';

/** DynamoDB's table classes: what each takes for units, and for a gigabyte a month. */
export const tableClasses = {
  standard: { writeUnit: 'writeUnit', readUnit: 'readUnit', storedMonth: 'storedMonth' },
  'infrequent-access': {
    writeUnit: 'infrequentWriteUnit',
    readUnit: 'infrequentReadUnit',
    storedMonth: 'infrequentStoredMonth',
  },
} as const satisfies Record<string, Record<'writeUnit' | 'readUnit' | 'storedMonth', Priced>>;

export type TableClass = keyof typeof tableClasses;

/** Dollars for doing it once, in a table of a class. */
export function making({ usage }: Pick<Done, 'usage'>, tableClass: TableClass): number {
  const { writeUnit, readUnit } = tableClasses[tableClass];
  const { writeUnit: writes = 0, readUnit: reads = 0, ...others } = usage;
  return totalOf(others) + dollarsOf(writeUnit, writes) + dollarsOf(readUnit, reads);
}

/** Dollars for what is stored for so many gigabyte-months, with its backups. */
export function keeping(gigabyteMonths: number, tableClass: TableClass): number {
  return dollarsOf(tableClasses[tableClass].storedMonth, gigabyteMonths) + dollarsOf('backupMonth', gigabyteMonths);
}

/** The table class in which something is cheaper to make and to keep for seven years. */
export function cheaperClass(done: Done): TableClass {
  const costOf = (tableClass: TableClass) =>
    making(done, tableClass) + keeping(done.stored.monthsOfSevenYears, tableClass);
  return costOf('standard') <= costOf('infrequent-access') ? 'standard' : 'infrequent-access';
}

/** After how many months what is stored has saved what its requests cost more. */
export function breakEvenMonths(done: Done): number {
  const more = making(done, 'infrequent-access') - making(done, 'standard');
  const { gigabytes } = done.stored;
  return more / (keeping(gigabytes, 'standard') - keeping(gigabytes, 'infrequent-access'));
}
