import type { Fault, Line } from './fault.ts';
import { contentOf, referenceKey } from './same-payment.ts';

/**
 * Lines that ask for the same as an earlier one of the file, or share its reference. The service looks for them within a
 * run only; a file may be several.
 */
export function findTwins(lines: readonly Line[]): Fault[] {
  const references = new Map<string, number>();
  const contents = new Map<string, number>();
  return lines.flatMap(({ line, item }) => {
    const reference = item.reference === undefined ? undefined : referenceKey(item.reference);
    const content = contentOf(item);
    const same = contents.get(content);
    const named = reference === undefined ? undefined : references.get(reference);
    if (same === undefined) contents.set(content, line);
    if (reference !== undefined && named === undefined) references.set(reference, line);
    if (same !== undefined) return [{ line, message: `is identical to line ${same}${meant}` }];
    if (named !== undefined) return [{ line, message: `has the reference of line ${named}${meant}` }];
    return [];
  });
}

const meant = '; if this is intended, give --allow-duplicates';
