import type { Mode } from '../../ports/runtime.ts';

/** Of 36^8 prefixes, a thousand keys share one with a chance of two in ten million. */
const prefixDigits = 8;

/** A key has its organization's mode; its id and prefix say so. */
export function keyNames(mode: Mode, suffix: string): { id: string; prefix: string } {
  const word = mode === 'live' ? 'live' : 'test';
  return { id: `akid_${word}_${suffix}`, prefix: `svc_${word}_${suffix.slice(-prefixDigits)}` };
}
