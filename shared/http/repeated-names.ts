import { maxFaults } from '../contract/faults/describe-fault.ts';
import { pathOf } from '../contract/faults/faults.ts';
import type { FieldFault } from '../ground/errors/service-error.ts';

/** Finds names that occur more than once in a query or a form. Some readers use the first value, others the last. */
export function repeatedNames(pairs: URLSearchParams, code: string): FieldFault[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of pairs.keys()) (seen.has(name) ? repeated : seen).add(name);
  return [...repeated]
    .slice(0, maxFaults)
    .map((path) => ({ path: pathOf([path]), message: 'is given more than once', code }));
}
