import type { Fault, Line } from './fault.ts';
import { contentOf, referenceKey } from './same-payment.ts';

/**
 * Lines with the same content or reference as an earlier line of the file. The service looks for them only within a
 * batch, and a file may become several batches.
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
