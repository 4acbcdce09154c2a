import type { Mode } from '../../ports/runtime.ts';

/**
 * There are 36^8 prefixes of this length, so the chance that two of a thousand keys share one is two in ten million.
 */
const prefixDigits = 8;

/** A key has the mode of its organization, which is part of its id and prefix. */
export function keyNames(mode: Mode, suffix: string): { id: string; prefix: string } {
  const word = mode === 'live' ? 'live' : 'test';
  return { id: `akid_${word}_${suffix}`, prefix: `svc_${word}_${suffix.slice(-prefixDigits)}` };
}
