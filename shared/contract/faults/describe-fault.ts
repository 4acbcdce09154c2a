import type * as z from 'zod';
import { nearest } from '../../ground/errors/nearest.ts';

/** A request can be wrong in very many places. The first ones are enough to act on. */
export const maxFaults = 100;

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const counted: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

/** Describes what is wrong with a field, in words that follow its name, if its schema does not do so itself. */
export const describeFault: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input);
    case 'invalid_value':
      return describeValue(issue.values.map(String), issue.input);
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, maxFaults)
        .map((key) => describeUnknown(key, namesOf(issue)))
        .join('\n');
    case 'too_big':
      return issue.origin in counted
        ? `has more than ${issue.maximum} ${counted[issue.origin]}`
        : `is above ${issue.maximum}`;
    case 'too_small':
      return describeTooSmall(issue);
    case 'invalid_format':
      return issue.format === 'email' ? 'is not an email address' : 'has the wrong format';
    default:
      return undefined;
  }
};

function describeTooSmall({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (!(origin in counted)) return `is below ${minimum}`;
  return minimum === 1 ? 'is empty' : `has fewer than ${minimum} ${counted[origin]}`;
}

function describeType(expected: string, input: unknown): string {
  const wanted = kinds[expected] ?? expected;
  const sent = kindOf(input);
  if (sent === wanted || (expected === 'int' && sent === kinds.number)) return `is not ${wanted}`;
  const isJsonTwice = wanted === kinds.object && typeof input === 'string' && input.trimStart().startsWith('{');
  return `is ${sent}, not ${wanted}${isJsonTwice ? ': it was encoded as JSON twice' : ''}`;
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  return kinds[typeof input] ?? typeof input;
}

function describeValue(values: readonly string[], input: unknown): string {
  const meant = typeof input === 'string' ? nearest(input, values) : undefined;
  const hint = meant === undefined ? '' : `: did you mean ${meant}?`;
  return `is not ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}${hint}`;
}

/** Longer lists of names are left to the API description. */
const mostNames = 12;

/** Says that an object has no such field, and which fields it has. The name itself is the path of the fault. */
export function describeUnknown(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  if (meant !== undefined) return `is not a known field: did you mean ${meant}?`;
  const listed = known.length > 0 && known.length <= mostNames;
  return `is not a known field${listed ? `: the fields are ${known.join(', ')}` : ''}`;
}

/** The fields of the object that raised the issue. */
function namesOf({ inst }: { readonly inst?: unknown }): readonly string[] {
  return Object.keys((inst as z.ZodObject | undefined)?.shape ?? {});
}
