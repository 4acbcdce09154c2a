import { closest, distance } from 'fastest-levenshtein';
import { lineSchema } from './batch-schema.ts';
import { UsageError } from './fault.ts';
import { type Field, fieldsOf } from './schema.ts';

export const fields: readonly Field[] = fieldsOf(lineSchema);
const paths = fields.map(({ path }) => path);

/** How names in a file become fields of a payout. */
export interface Names {
  /** Field of a name that `--map` gives. */
  readonly mapped: ReadonlyMap<string, string>;
  /** Names that `--ignore` gives. */
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
    if (!paths.includes(field)) throw new UsageError(`--map ${map}: ${unknown(field)}`);
    if (mapped.has(name)) throw new UsageError(`--map gives ${name} twice.`);
    mapped.set(name, field);
  }
  const both = ignore.find((name) => mapped.has(name));
  if (both !== undefined) throw new UsageError(`--map and --ignore both name ${both}.`);
  return { mapped, ignored: new Set(ignore) };
}

/** The field that a name means; `ignored` where it is to be left out, and otherwise why it means none. */
export function fieldOf(
  { mapped, ignored }: Names,
  name: string,
): { field: string } | { fault: string } | { ignored: true } {
  const field = mapped.get(name);
  if (field !== undefined) return { field };
  if (ignored.has(name)) return { ignored: true };
  if (paths.includes(name)) return { field: name };
  return { fault: `${unknown(name)} Give --map "${name}=FIELD" or --ignore "${name}".` };
}

/** A name that is this much like a field's is probably meant as it. */
const farthest = 4;

function unknown(name: string): string {
  const nearest = paths.find((path) => path.toLowerCase() === name.toLowerCase()) ?? closest(name, paths);
  const isNear = distance(name.toLowerCase(), nearest.toLowerCase()) <= Math.min(farthest, name.length / 2);
  return isNear
    ? `"${name}" is no field of a payout; do you mean ${nearest}?`
    : `"${name}" is no field of a payout, which are ${paths.join(', ')}.`;
}
