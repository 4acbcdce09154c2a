/**
 * The commands of AWS's own command line that documents use, with the options that each needs and may have, as
 * botocore 1.43 has them. Nobody needs that command line for the tests.
 */
export const awsCommands: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly may?: readonly string[] }>
> = {
  'apigatewayv2 update-stage': { needs: ['api-id', 'stage-name'], may: ['default-route-settings'] },
  'cloudformation describe-stacks': { needs: [], may: ['stack-name'] },
  'cloudformation describe-stack-resources': { needs: [], may: ['stack-name'] },
  'dynamodb describe-table': { needs: ['table-name'] },
  'dynamodb restore-table-to-point-in-time': {
    needs: ['target-table-name'],
    may: ['source-table-name', 'restore-date-time', 'sse-specification-override'],
  },
  'dynamodb update-continuous-backups': { needs: ['table-name', 'point-in-time-recovery-specification'] },
  'dynamodb update-table': { needs: ['table-name'], may: ['stream-specification', 'deletion-protection-enabled'] },
  'dynamodb update-time-to-live': { needs: ['table-name', 'time-to-live-specification'] },
  'dynamodb wait table-exists': { needs: ['table-name'] },
  'logs describe-query-definitions': { needs: [], may: ['query-definition-name-prefix'] },
  'logs start-query': { needs: ['start-time', 'end-time', 'query-string'] },
};

const everywhere = ['query', 'output', 'region'];
/** Options without a value. */
const flags = ['deletion-protection-enabled'];

/** @returns what is wrong with a command, or undefined */
export function faultOf(words: readonly string[]): string | undefined {
  const begin = words.findIndex((word) => word.startsWith('--'));
  const name = words.slice(0, begin < 0 ? words.length : begin).join(' ');
  const known = awsCommands[name];
  if (!known) return `aws has no command '${name}' on the list`;
  const given = new Map<string, string>();
  for (let index = begin; index >= 0 && index < words.length; index += 1) {
    const option = words[index]?.slice(2) ?? '';
    given.set(option, flags.includes(option) ? 'yes' : (words[++index] ?? ''));
  }
  const unknown = [...given.keys()].filter(
    (option) => ![...known.needs, ...(known.may ?? []), ...everywhere].includes(option),
  );
  if (unknown.length > 0) return `${name} takes no --${unknown[0]}`;
  const missing = known.needs.filter((option) => !given.has(option));
  if (missing.length > 0) return `${name} needs --${missing[0]}`;
  const empty = [...given].find(([, value]) => value === '');
  return empty && `${name}: --${empty[0]} is empty`;
}
