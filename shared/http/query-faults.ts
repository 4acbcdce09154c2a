import { maxFaults } from '../contract/faults/describe-fault.ts';
import { pathOf } from '../contract/faults/faults.ts';
import type { FieldFault } from '../ground/errors/service-error.ts';

export const encodingAdvice =
  'Percent-encode the UTF-8 bytes of names and values: ä is %C3%A4, and a percent sign is %25.';

/**
 * Finds parameters that are not percent-encoded UTF-8. URLSearchParams misreads them, so a filter would match nothing
 * and the caller would get a misleading empty list.
 */
export function encodingFaults(rawQuery: string): FieldFault[] {
  return rawQuery
    .split('&')
    .filter((parameter) => textOf(parameter) === undefined)
    .slice(0, maxFaults)
    .map((parameter) => {
      const [name = ''] = parameter.split('=');
      return {
        path: pathOf([textOf(name) ?? name]),
        message: 'is not percent-encoded UTF-8',
        code: 'invalid_encoding',
      };
    });
}

/** @returns undefined for a text that is not percent-encoded UTF-8 */
function textOf(encoded: string): string | undefined {
  if (/[^\x20-\x7e]/.test(encoded)) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
