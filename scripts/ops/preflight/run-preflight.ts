import { parseArgs } from 'node:util';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { stageNames } from '../../../lib/settings.ts';
import { UsageError } from '../usage-error.ts';
import { checkBootstrap, checkConcurrency, checkMail, type Finding, type Subject } from './checks.ts';

export const preflightSummary =
  'before a deploy: say what of the AWS account would make it fail; exit code 1 if anything would';

const usage = `npm run ops -- preflight --stage NAME [options]

${preflightSummary}

  --stage NAME         ${stageNames.join(' or ')}
  --region NAME        of the stage; your AWS configuration's when absent
  --mail-from ADDRESS  that the stage will send mail from (-c mailFrom)
  --help               show this
`;

/**
 * Reads the account under the caller's AWS identity, and changes nothing.
 * @returns the exit code: 1 if anything would fail, or could not be looked at
 * @throws UsageError
 */
export async function runPreflight(args: readonly string[], print: (line: string) => void): Promise<number> {
  const { stage = '', region, help, 'mail-from': mailFrom } = parse(args);
  if (help) {
    print(usage);
    return 0;
  }
  if (!stageNames.some((name) => name === stage)) throw new UsageError(`--stage takes ${stageNames.join(' or ')}.`);
  const sts = new STSClient(region === undefined ? {} : { region });
  const where = await sts.config.region().catch(() => undefined);
  if (where === undefined) {
    print('Region: FAILS. None is set. Name one with --region, or set AWS_REGION.');
    return 1;
  }
  const { Account: account = '' } = await sts.send(new GetCallerIdentityCommand());
  print(`Region: ${where}, in account ${account}.`);
  const findings = await findingsOf({ account, region: where, stage, mailFrom });
  for (const { about, found, todo } of findings) print(`${about}: ${todo ? `FAILS. ${found} ${todo}` : found}`);
  return findings.some(({ todo }) => todo) ? 1 : 0;
}

/** A check that AWS refuses is a finding: the others are still made. */
async function findingsOf(subject: Subject): Promise<Finding[]> {
  const checks = { Concurrency: checkConcurrency, Mail: checkMail, Bootstrap: checkBootstrap };
  const found = await Promise.all(
    Object.entries(checks).map(([about, check]) =>
      check(subject).catch((error: Error) => ({
        about,
        found: `AWS did not answer (${error.name}).`,
        todo: 'See whether your identity may read it, and try again.',
      })),
    ),
  );
  return found.flat();
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { stage: text, region: text, 'mail-from': text, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nTry npm run ops -- preflight --help`);
  }
}
