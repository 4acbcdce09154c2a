import { parseArgs } from 'node:util';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { discoverWorkers } from '../../functions/discover.ts';
import { readSettings, type Settings, SettingsError, stageNames } from '../../lib/settings.ts';
import { refuseUnknownWorkers, reservedConcurrency } from '../../lib/worker-concurrency.ts';
import { UsageError } from '../usage-error.ts';
import { checkRegions } from './check-regions.ts';
import { checkSubscribers } from './check-subscribers.ts';
import { checkTable } from './check-table.ts';
import { checkBootstrap, checkConcurrency, checkMail, type Finding, type Subject } from './checks.ts';

export const preflightSummary =
  'Before a deployment: report what in the AWS account would make it fail; exit code 1 if anything would';

const usage = `npm run ops -- preflight --stage NAME [options]

${preflightSummary}

  --stage NAME         ${stageNames.join(' or ')}
  --region NAME        region of the stage (default: from your AWS configuration)
  -c KEY=VALUE         an option of the deployment (docs/settings.md); repeat it for each
  --moves-table        the deployment will use another table than the previous one: step 4 of a restore
  --help               show this help
`;

/**
 * Reads the account under the caller's AWS identity, and changes nothing.
 * @returns the exit code: 1 if anything would fail, or could not be looked at
 * @throws UsageError
 */
export async function runPreflight(args: readonly string[], print: (line: string) => void): Promise<number> {
  const { stage = '', region, help, context = [], 'moves-table': movesTable = false } = parse(args);
  if (help) {
    print(usage);
    return 0;
  }
  if (!stageNames.some((name) => name === stage)) throw new UsageError(`--stage takes ${stageNames.join(' or ')}.`);
  const sts = new STSClient(region === undefined ? {} : { region });
  const where = await sts.config.region().catch(() => undefined);
  if (where === undefined) {
    print('Region: FAILS. No region is set. Name one with --region, or set AWS_REGION.');
    return 1;
  }
  const chosen = await settingsOf({ ...contextOf(context), stage, region: where });
  if ('todo' in chosen) {
    print(`Settings: FAILS. ${chosen.todo}`);
    return 1;
  }
  const { Account: account = '' } = await sts.send(new GetCallerIdentityCommand());
  print(`Region: ${where}, in account ${account}.`);
  const findings = await findingsOf({ account, region: where, stage, movesTable, ...chosen });
  for (const { about, found, todo } of findings) print(`${about}: ${todo ? `FAILS. ${found} ${todo}` : found}`);
  return findings.some(({ todo }) => todo) ? 1 : 0;
}

type Chosen = Pick<Subject, 'reserved' | 'mailFrom' | 'mailIdentity' | 'alarmEmail' | 'restoredTableStream'>;

/** @returns what the stage would be deployed with, or why it would not */
async function settingsOf(context: Readonly<Record<string, string>>): Promise<Chosen | { readonly todo: string }> {
  const workers = (await discoverWorkers()).map(({ declaration }) => declaration);
  try {
    const settings = readSettings((key) => context[key], {});
    refuseUnknownWorkers(workers, settings.workerConcurrency);
    const { mailFrom, mailIdentity, alarmEmail, restoredTable } = settings;
    const restoredTableStream = restoredTable?.streamArn;
    return { mailFrom, mailIdentity, alarmEmail, restoredTableStream, reserved: reservedOf(settings, workers) };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { todo: error.message };
  }
}

function reservedOf(settings: Settings, workers: Parameters<typeof reservedConcurrency>[0]): number {
  return settings.reserveConcurrency ? reservedConcurrency(workers, settings.workerConcurrency) : 0;
}

function contextOf(options: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    options.map((option) => {
      const [, key, value] = /^([^=]+)=(.*)$/s.exec(option) ?? [];
      if (key === undefined || value === undefined) throw new UsageError(`-c takes KEY=VALUE, not '${option}'.`);
      return [key, value];
    }),
  );
}

/** A check that AWS refuses is a finding: the others are still made. */
async function findingsOf(subject: Subject): Promise<Finding[]> {
  const checks = {
    Concurrency: checkConcurrency,
    Mail: checkMail,
    Bootstrap: checkBootstrap,
    Alarms: checkSubscribers,
    Regions: checkRegions,
    Table: checkTable,
  };
  const found = await Promise.all(
    Object.entries(checks).map(([about, check]) =>
      check(subject).catch((error: Error) => ({
        about,
        found: `AWS did not answer (${error.name}).`,
        todo: 'Check whether your identity may read it, and try again.',
      })),
    ),
  );
  return found.flat();
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const context = { type: 'string', short: 'c', multiple: true } as const;
  const flag = { type: 'boolean' } as const;
  const options = { stage: text, region: text, context, 'moves-table': flag, help: { ...flag, short: 'h' } } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nTry npm run ops -- preflight --help`);
  }
}
