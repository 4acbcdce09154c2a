import type * as z from 'zod';
import type { FieldFault } from '../../ground/errors/service-error.ts';
import { describeFault, maxFaults } from './describe-fault.ts';

/** Options for parsing with a schema whose faults are passed to `faultsOf`. */
export const zodFaultOptions = { reportInput: true, error: describeFault } as const;

/** Every fault found by a schema, by field. */
export function faultsOf(error: z.ZodError): FieldFault[] {
  return error.issues.flatMap(faultsOfIssue).slice(0, maxFaults);
}

function faultsOfIssue(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code === 'unrecognized_keys') {
    // One line per key, because `describeFault` knows which fields the object has.
    const messages = issue.message.split('\n');
    return issue.keys.slice(0, maxFaults).map((key, index) => ({
      path: pathOf([...issue.path, key]),
      message: messages[index] ?? '',
      code: 'unrecognized_key',
    }));
  }
  if (['invalid_type', 'invalid_value'].includes(issue.code) && issue.input === undefined) {
    return [{ path: pathOf(issue.path), message: 'is required', code: 'required' }];
  }
  if (issue.code === 'invalid_key') {
    const message = issue.issues[0]?.message ?? issue.message;
    return [{ path: pathOf(issue.path), message, code: 'invalid_key' }];
  }
  // The body as a whole has no name for the message to follow.
  const message =
    issue.path.length === 0 && issue.code === 'invalid_type' ? `the body ${issue.message}` : issue.message;
  return [{ path: pathOf(issue.path), message, code: issue.code }];
}

/**
 * The caller chooses the name of an unknown field. It is cut at a length that no field name reaches, so that the answer
 * stays small.
 */
const maxNameLength = 128;

/** `items[2].method.currency` */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = String(part).slice(0, maxNameLength);
    return text ? `${text}.${name}` : name;
  }, '');
}
