import type { Fault, Line } from './fault.ts';

/**
 * Lines that are identical to an earlier one of the file, or share its reference. The service looks for them within a
 * run only; a file may be several.
 */
export function findTwins(lines: readonly Line[]): Fault[] {
  const references = new Map<string, number>();
  const bodies = new Map<string, number>();
  return lines.flatMap(({ line, item }) => {
    const { reference } = item;
    const body = JSON.stringify(item);
    const same = bodies.get(body);
    const named = reference === undefined ? undefined : references.get(reference);
    if (same === undefined) bodies.set(body, line);
    if (reference !== undefined && named === undefined) references.set(reference, line);
    if (same !== undefined) return [{ line, message: `is identical to line ${same}${meant}` }];
    if (named !== undefined) return [{ line, message: `has the reference of line ${named}${meant}` }];
    return [];
  });
}

const meant = '; where this is meant, give --allow-duplicates';
