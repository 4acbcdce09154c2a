import type { Fault } from '../input/fault.ts';
import { maxShownFaults } from '../input/limits.ts';

/** The faults of a file, one per line, with the number of further ones and the total. */
export function showFaults(path: string, faults: readonly Fault[]): string[] {
  return [...listFaults(faults), `${path} has ${faults.length === 1 ? 'an error' : `${faults.length} errors`}.`];
}

/** Faults, one per line, with the number of further ones. */
export function listFaults(faults: readonly Fault[]): string[] {
  const shown = faults.slice(0, maxShownFaults);
  const more = faults.length - shown.length;
  return [
    ...shown.map(({ line, message }) => (line === undefined ? message : `line ${line}: ${message}`)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}
