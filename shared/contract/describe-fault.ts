import type * as z from 'zod';

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

/** Says what is wrong with a field, in words that follow its name, where its schema does not do so itself. */
export const describeFault: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `is not ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `is not ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
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
