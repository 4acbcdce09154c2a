import { closest, distance } from 'fastest-levenshtein';
import { lineSchema } from './batch-schema.ts';
import { areCurrencies, currencyFields, currencySideOf, type NamesCurrency } from './currency.ts';
import { UsageError } from './fault.ts';
import { faultOfKey, isOwnText, ownTextPaths } from './own-texts.ts';
import { isRisky } from './risky-column.ts';
import { type Field, fieldsOf } from './schema.ts';

export const fields: readonly Field[] = fieldsOf(lineSchema);
const paths = fields.map(({ path }) => path);
const isField = (path: string) => paths.includes(path) || isOwnText(path);

/** The rules by which names in a file become fields of a payout. */
export interface Names {
  /** The field for each name given with `--map`. */
  readonly mapped: ReadonlyMap<string, string>;
  /** The names given with `--ignore`. */
  readonly ignored: ReadonlySet<string>;
}

/**
 * @param maps each `NAME=FIELD`
 * @throws UsageError
 */
export function readNames(maps: readonly string[], ignore: readonly string[]): Names {
  const mapped = new Map<string, string>();
  for (const map of maps) {
    const at = map.lastIndexOf('=');
    const name = map.slice(0, Math.max(at, 0)).trim();
    const field = map.slice(at + 1).trim();
    if (name === '') throw new UsageError(`--map ${map} is not NAME=FIELD, such as "Betrag=amount".`);
    const fault = isField(field) || Object.hasOwn(currencyFields, field) ? faultOfKey(field) : unknown(field);
    if (fault !== undefined) throw new UsageError(`--map ${map}: ${fault}`);
    if (mapped.has(name)) throw new UsageError(`--map gives ${name} twice.`);
    mapped.set(name, field);
  }
  const ignored = new Set(ignore.map((name) => name.trim()));
  const both = [...ignored].find((name) => mapped.has(name));
  if (both !== undefined) throw new UsageError(`--map and --ignore both name ${both}.`);
  return { mapped, ignored };
}

/** The meaning of a column. A currency is compared, and not sent. */
export type Meaning =
  | { readonly field: string }
  | NamesCurrency
  | { readonly fault: string }
  | { readonly ignored: true };

/**
 * The meaning of a name in a file.
 * @param values of the column; a column without values is ignored if its name is not recognized
 */
export function meaningOf({ mapped, ignored }: Names, name: string, values: readonly string[]): Meaning {
  const field = mapped.get(name);
  if (field !== undefined) {
    const side = Object.hasOwn(currencyFields, field) ? currencyFields[field] : undefined;
    return side === undefined ? { field } : { currency: side, isMapped: true };
  }
  if (isField(name) && !ignored.has(name)) {
    const fault = faultOfKey(name);
    return fault === undefined ? { field: name } : { fault };
  }
  if (values.length === 0) return { ignored: true };
  const side = currencySideOf(name) ?? (areCurrencies(values) ? 'amount' : undefined);
  if (ignored.has(name)) return side === undefined ? { ignored: true } : { fault: neverIgnored(name) };
  return side === undefined ? { fault: adviceOn(name, values) } : { currency: side, isMapped: false };
}

/** Why a name must not be ignored. */
export function neverIgnored(name: string): string {
  return `"${name}" names a currency. Currencies are checked and cannot be ignored; if the column is about something else, remove it from the file.`;
}

/** A name with at least this similarity to a field's is probably meant as that field. */
const farthest = 4;

function adviceOn(name: string, values: readonly string[]): string {
  const meant = nearestOf(name);
  const map = `Give --map "${name}=${meant ?? 'FIELD'}"`;
  const other = meant || isRisky(name, values) ? 'or remove the column from the file' : `or --ignore "${name}"`;
  return `${unknown(name)} ${map}, ${other}.`;
}

function nearestOf(name: string): string | undefined {
  // Its letters are closer to "amount", which would change how much is paid instead of who is paid.
  if (/account|acct/i.test(name)) return 'destinationAccountId';
  const nearest = paths.find((path) => path.toLowerCase() === name.toLowerCase()) ?? closest(name, paths);
  const isNear = distance(name.toLowerCase(), nearest.toLowerCase()) <= Math.min(farthest, name.length / 3);
  return isNear ? nearest : undefined;
}

function unknown(name: string): string {
  const meant = nearestOf(name);
  return meant
    ? `"${name}" is not a field of a payout; did you mean ${meant}?`
    : `"${name}" is not a field of a payout. The fields are ${[...paths, ...ownTextPaths].join(', ')}.`;
}
