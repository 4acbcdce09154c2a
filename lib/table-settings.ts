import { type Context, readOptionalCount, readWithin, SettingsError } from './settings-values.ts';

/** How the table is billed, and its capacity. Prices: `docs/settings.md`. */
export interface TableSettings {
  readonly billing: TableBilling;
  /** DynamoDB's class `STANDARD_INFREQUENT_ACCESS`: storage is cheaper and requests are more expensive. */
  readonly infrequentAccess?: true;
  /** What the table can take from its first second. AWS's default if undefined. */
  readonly warm?: WarmUnits;
  /** What each index can take from its first second. Every table write that changes an index waits for it. */
  readonly warmIndex?: WarmUnits;
}

/** Units per second. */
export interface WarmUnits {
  readonly reads?: number;
  readonly writes?: number;
}

export type TableBilling =
  | {
      readonly mode: 'on-demand';
      /** Units per second that the table refuses to exceed, which limits its cost. No limit if undefined. */
      readonly mostReads?: number;
      readonly mostWrites?: number;
    }
  | { readonly mode: 'provisioned'; readonly reads: CapacityRange; readonly writes: CapacityRange };

/** The range of units per second for auto scaling, for the table and each index. */
export interface CapacityRange {
  readonly least: number;
  readonly most: number;
}

/** What every on-demand table can take from the start. AWS refuses to warm one to less. */
export const startingUnits = { reads: 12_000, writes: 4_000 } as const;
/** AWS's quota for a table, unless it was raised. */
const tableQuota = 40_000;

/** Values of `tableClass`. */
const tableClasses = ['standard', 'infrequent-access'] as const;
export type TableClass = (typeof tableClasses)[number];

/**
 * Reads `tableClass`, `billing`, `readCapacity`, `writeCapacity`, `maxReadUnits`, `maxWriteUnits`, `warmReadUnits`,
 * `warmWriteUnits` and `warmIndexWriteUnits`.
 * @param usualClass the default class of the table
 * @throws SettingsError
 */
export function readTableSettings(context: Context, usualClass: TableClass): TableSettings {
  const infrequentAccess = readTableClass(context('tableClass') ?? usualClass) === 'infrequent-access';
  const warm = unitsOf(readWarm(context, 'warmReadUnits', 'reads'), readWarm(context, 'warmWriteUnits', 'writes'));
  const warmIndex = unitsOf(undefined, readWarm(context, 'warmIndexWriteUnits', 'writes'));
  const billing = readBilling(context);
  return {
    billing,
    ...(infrequentAccess && { infrequentAccess }),
    ...(warm && { warm }),
    ...(warmIndex && { warmIndex }),
  };
}

function readTableClass(chosen: unknown): TableClass {
  const known = tableClasses.find((name) => name === chosen);
  if (!known) throw new SettingsError(`tableClass must be ${tableClasses.join(' or ')}, not '${chosen}'.`);
  return known;
}

function readWarm(context: Context, key: string, of: keyof typeof startingUnits): number | undefined {
  return readWithin(key, context(key), startingUnits[of], tableQuota);
}

function unitsOf(reads: number | undefined, writes: number | undefined): WarmUnits | undefined {
  if (reads === undefined && writes === undefined) return undefined;
  return { ...(reads !== undefined && { reads }), ...(writes !== undefined && { writes }) };
}

function readBilling(context: Context): TableBilling {
  const mode = context('billing') ?? 'on-demand';
  const [reads, writes] = [readRange(context, 'readCapacity'), readRange(context, 'writeCapacity')];
  const mostReads = readOptionalCount('maxReadUnits', context('maxReadUnits'));
  const mostWrites = readOptionalCount('maxWriteUnits', context('maxWriteUnits'));
  if (mode === 'on-demand') {
    if (reads || writes) throw new SettingsError('readCapacity and writeCapacity need billing=provisioned.');
    return { mode, ...(mostReads !== undefined && { mostReads }), ...(mostWrites !== undefined && { mostWrites }) };
  }
  if (mode !== 'provisioned') throw new SettingsError(`billing must be on-demand or provisioned, not '${mode}'.`);
  if (!reads || !writes) {
    throw new SettingsError('billing=provisioned needs readCapacity and writeCapacity, such as 10-4000.');
  }
  if (mostReads !== undefined || mostWrites !== undefined) {
    throw new SettingsError('maxReadUnits and maxWriteUnits need billing=on-demand.');
  }
  return { mode, reads, writes };
}

/** `10-4000` */
function readRange(context: Context, key: string): CapacityRange | undefined {
  const value = context(key);
  if (value === undefined) return undefined;
  const [, least = 0, most = 0] = (/^(\d+)-(\d+)$/.exec(String(value)) ?? []).map(Number);
  if (least < 1 || most < least || most > tableQuota) {
    throw new SettingsError(`${key} must be LEAST-MOST in units a second, up to ${tableQuota}, not '${value}'.`);
  }
  return { least, most };
}
