import { bucketPlace } from '../shared/providers/ofac/list-location.ts';
import {
  type Context,
  readBoolean,
  readCount,
  readEmail,
  readOptionalCount,
  readWithin,
  SettingsError,
} from './settings-values.ts';
import { readTableSettings, type TableSettings } from './table-settings.ts';
import { readWorkerConcurrency, type WorkerConcurrency } from './worker-concurrency.ts';

export { SettingsError };

export const stageNames = ['dev', 'prod'] as const;
export type StageName = (typeof stageNames)[number];

/** The choices of a deployment. Everything else is the same in every stage. Prices and advice: `docs/settings.md`. */
export interface Settings {
  readonly stage: StageName;
  /** Undefined if no credentials are available: the templates then fit any account. */
  readonly account?: string;
  readonly region: string;
  /**
   * CloudFront and WAF in front of the API. Without them nothing proves where a call came from, so the functions have
   * no origin secret to check and there is no limit per source address. Only a `dev` stage can do without them.
   */
  readonly edge: boolean;
  /** CloudFront's access log. Only a `dev` stage can do without it. */
  readonly edgeLogs: boolean;
  /**
   * WAF in front of the user pool, where anyone can sign up. Off by default in `dev` because of its price; required in
   * `prod`.
   */
  readonly signInFirewall: boolean;
  /**
   * Reserves concurrency for the workers, so that neither the API nor a backlog can starve the other. Off by default in
   * `dev`: a new account has a limit of 10, of which AWS lets nothing be reserved.
   */
  readonly reserveConcurrency: boolean;
  /** Concurrent invocations of individual workers, overriding what they declare. */
  readonly workerConcurrency: WorkerConcurrency;
  readonly table: TableSettings;
  /** How often a webhook endpoint without events is checked, in minutes. Finds events whose hint was lost. */
  readonly heartbeatMinutes: number;
  /** Rate and burst of the API's throttle. */
  readonly requestsPerSecond: number;
  /** Rate and burst of the throttle of pages, documentation and unknown paths, on a stage behind CloudFront. */
  readonly webRequestsPerSecond: number;
  /** The address for alarms of both severities, unless `lowAlarmEmail` is given. */
  readonly alarmEmail?: string;
  /** The address for alarms that can wait for a working day. */
  readonly lowAlarmEmail?: string;
  /** Whole US dollars that the account can cost per month before `lowAlarmEmail` is notified, or `none`. */
  readonly monthlyBudget: number | 'none';
  /** Where `docs/runbook.md` is published. Alarms and the dashboard then link to its headings. */
  readonly runbookUrl?: string;
  /**
   * Sender of mail from the service and the user pool: an address that SES has verified, itself or through its domain.
   * Without a sender the service sends none, and Cognito sends its own, at most 50 a day. Required in `prod`.
   */
  readonly mailFrom?: string;
  /** Which identity of the sender SES has verified. */
  readonly mailIdentity: MailIdentity;
  /** Location of OFAC's list, `s3://bucket/prefix`. Without a list no live recipient can be registered. */
  readonly screeningList?: string;
  /** Whether there is an EventBridge bus that carries every event of every feed. */
  readonly eventBus: boolean;
  /** Whether every change of the table is archived to S3, so that a restore does not hide what it has undone. */
  readonly archive: boolean;
  /** How long the archive keeps a change. Defaults to the reach of point-in-time recovery. */
  readonly archiveDays: number;
  /**
   * Whether the stage has its own customer, which pays in the sandbox every five minutes. Behind CloudFront it needs a
   * domain name, because its functions cannot know the public address otherwise.
   */
  readonly canary: boolean;
  readonly domain?: Domain;
  /**
   * The version of the origin secret that the edge sends, as returned by `npm run ops -- rotate-secret origin`. Without
   * it the edge uses the version that is current when its stack is first deployed.
   */
  readonly originSecretVersion?: string;
  /**
   * What one operator can move alone on a UTC day, in whole units of an organization's currency: `1000.00`. Above it a
   * second operator must confirm. `none`: never required, which `prod` refuses.
   */
  readonly secondOperatorAbove: string;
  /** Whether CloudTrail records who invokes the operators' functions. Always on in `prod`. */
  readonly operationsTrail: boolean;
  /**
   * No payout is sent and no status is requested, while the API continues. For use after a restore (`docs/runbook.md`).
   */
  readonly railsFrozen: boolean;
  /** No batch progresses, while the API continues. Also for use after a restore. */
  readonly batchesFrozen: boolean;
  /** Used in place of the stack's own table, which leaves the stack and is kept. */
  readonly restoredTable?: RestoredTable;
}

export const mailIdentities = ['domain', 'address'] as const;
export type MailIdentity = (typeof mailIdentities)[number];

/** A table created by a point-in-time restore, with its stream switched on. */
export interface RestoredTable {
  readonly arn: string;
  readonly streamArn: string;
}

/**
 * The stage's own domain name, for the API and for the dashboard to which people return after signing in. CloudFront
 * requires the certificate to be in us-east-1.
 */
export interface Domain {
  readonly name: string;
  /** Covers both names. */
  readonly certificateArn: string;
  /** A separate host for pages. Without it they are on the stage's own domain name, below `/p`. */
  readonly pagesName?: string;
}

/**
 * Where people reach pages: `https://pay.example.com`. Undefined on a stage behind CloudFront without a domain name:
 * its functions cannot know the distribution's name, because it is created after them.
 * @param apiUrl the address of the gateway, which is the public one if there is no CloudFront
 */
export function pagesUrlOf({ domain, edge }: Settings, apiUrl: string): string | undefined {
  if (!edge) return apiUrl;
  return domain && `https://${domain.pagesName ?? domain.name}`;
}

/** Where callers reach the API: `https://api.example.com`. Undefined if the address of pages is. */
export function publicOriginOf({ domain, edge }: Settings, apiUrl: string): string | undefined {
  if (!edge) return apiUrl;
  return domain && `https://${domain.name}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Hints are sent for what is due within 15 minutes. A less frequent heartbeat waits for the sweep, which does no harm.
 */
const heartbeatRange = { least: 5, most: 24 * 60, usual: 10 } as const;

/**
 * Reads `-c key=value` context, by the keys listed in `docs/settings.md`. `webhookLoopback` is refused unless `false`.
 * The CDK command line fills `CDK_DEFAULT_*` from the caller's credentials.
 * @throws SettingsError
 */
export function readSettings(context: Context, environment: Environment): Settings {
  const stage = readStage(context('stage'));
  const edge = readBoolean('edge', context('edge'), true);
  refuseLoopback(context('webhookLoopback'));
  const { least, most, usual } = heartbeatRange;
  const settings: Settings = {
    stage,
    account: environment.CDK_DEFAULT_ACCOUNT,
    region: readRegion(context('region') ?? environment.CDK_DEFAULT_REGION),
    edge,
    edgeLogs: readBoolean('edgeLogs', context('edgeLogs'), true),
    signInFirewall: readBoolean('signInFirewall', context('signInFirewall'), stage === 'prod'),
    reserveConcurrency: readBoolean('reserveConcurrency', context('reserveConcurrency'), stage === 'prod'),
    workerConcurrency: readWorkerConcurrency(context),
    // Production keeps payouts permanently, so storage becomes most of their cost: see `docs/cost.md`.
    table: readTableSettings(context, stage === 'prod' ? 'infrequent-access' : 'standard'),
    heartbeatMinutes: readWithin('heartbeatMinutes', context('heartbeatMinutes'), least, most) ?? usual,
    requestsPerSecond: readCount('requestsPerSecond', context('requestsPerSecond'), 1000),
    webRequestsPerSecond: readCount('webRequestsPerSecond', context('webRequestsPerSecond'), 500),
    ...readAlarmEmails(context),
    monthlyBudget: readBudget(context('monthlyBudget'), stage),
    runbookUrl: readRunbookUrl(context('runbookUrl')),
    mailFrom: readEmail('mailFrom', context('mailFrom')),
    mailIdentity: readMailIdentity(context('mailIdentity')),
    screeningList: readScreeningList(context('screeningList')),
    eventBus: readBoolean('eventBus', context('eventBus'), false),
    archive: readBoolean('archive', context('archive'), stage === 'prod'),
    archiveDays: readCount('archiveDays', context('archiveDays'), 35),
    canary: readBoolean('canary', context('canary'), stage === 'prod'),
    domain: readDomain(context, edge),
    originSecretVersion: readVersion(context('originSecretVersion')),
    secondOperatorAbove: readSecondOperator(context('secondOperatorAbove'), stage),
    operationsTrail: readTrail(context('operationsTrail'), stage),
    railsFrozen: readBoolean('railsFrozen', context('railsFrozen'), false),
    batchesFrozen: readBoolean('batchesFrozen', context('batchesFrozen'), false),
    restoredTable: readRestoredTable(context('restoredTableStream')),
  };
  refuseForeignTable(settings);
  if (stage === 'prod') refuseUnfit(settings);
  if (settings.canary && edge && !settings.domain) {
    throw new SettingsError('canary needs domainName on a stage with edge=true: it calls the public address.');
  }
  return settings;
}

/** @throws SettingsError naming everything that a stage for real customers lacks */
function refuseUnfit({ edge, edgeLogs, signInFirewall, domain, mailFrom, alarmEmail }: Settings): void {
  const lacks = [
    ...(edge ? [] : ['edge: without it there is no WAF and no origin check']),
    ...(edgeLogs ? [] : ['edgeLogs: without it nobody can tell afterwards who called']),
    ...(signInFirewall ? [] : ['signInFirewall: anybody may sign up, so WAF limits how often']),
    ...(domain ? [] : ['domainName and certificateArn: people return there after they have signed in']),
    ...(alarmEmail ? [] : ['alarmEmail: without it an alarm reaches nobody']),
    ...(mailFrom ? [] : ['mailFrom: nobody can sign up or join without mail']),
  ];
  if (lacks.length > 0)
    throw new SettingsError(`stage prod needs\n${lacks.map((one) => `  ${one}\n`).join('')}See docs/settings.md.`);
}

function readMailIdentity(value: unknown = 'domain'): MailIdentity {
  const found = mailIdentities.find((name) => name === value);
  if (!found) throw new SettingsError(`mailIdentity must be one of ${mailIdentities.join(', ')}, not '${value}'.`);
  return found;
}

function readStage(value: unknown): StageName {
  const stage = stageNames.find((name) => name === (value ?? 'dev'));
  if (!stage) throw new SettingsError(`stage must be one of ${stageNames.join(', ')}, not '${value}'.`);
  return stage;
}

/** Without credentials the templates are for us-east-1, where CloudFront's firewall must be anyway. */
function readRegion(value: unknown = 'us-east-1'): string {
  const region = String(value);
  if (!/^[a-z]{2,8}(-[a-z]+)+-\d{1,2}$/.test(region)) {
    throw new SettingsError(`region must be an AWS region such as eu-west-1, not '${region}'.`);
  }
  return region;
}

/**
 * The local stack sends webhooks to loopback addresses. In AWS these would lead into the functions' own environment.
 */
function refuseLoopback(value: unknown): void {
  if (value === undefined || String(value) === 'false') return;
  throw new SettingsError(
    'webhookLoopback exempts loopback from the check of webhook addresses; every AWS stage refuses it.',
  );
}

function readAlarmEmails(context: Context): Pick<Settings, 'alarmEmail' | 'lowAlarmEmail'> {
  const alarmEmail = readEmail('alarmEmail', context('alarmEmail'));
  const lowAlarmEmail = readEmail('lowAlarmEmail', context('lowAlarmEmail'));
  if (lowAlarmEmail && !alarmEmail) {
    throw new SettingsError('lowAlarmEmail needs alarmEmail: what wakes somebody would reach nobody.');
  }
  return { alarmEmail, lowAlarmEmail };
}

/** Four times the cost of a `prod` stage without traffic. */
const usualBudget = 200;

function readBudget(value: unknown, stage: StageName): number | 'none' {
  const usual = stage === 'prod' ? usualBudget : 'none';
  return value === 'none' ? value : (readOptionalCount('monthlyBudget', value) ?? usual);
}

/** Used in Markdown links. */
function readRunbookUrl(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!/^https:\/\/[^\s()<>"#]{1,300}$/.test(String(value))) {
    throw new SettingsError(`runbookUrl must be an https address without #, not '${value}'.`);
  }
  return String(value);
}

/** Refuses wildcards, which would let a function read more than the list. */
function readScreeningList(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const location = String(value);
  if (!bucketPlace(location) || !/^[\w:/.-]+$/.test(location)) {
    throw new SettingsError(`screeningList must be s3://bucket/prefix, not '${location}'.`);
  }
  return location;
}

function readDomain(context: Context, edge: boolean): Domain | undefined {
  const [name, certificateArn] = [context('domainName'), context('certificateArn')];
  const pagesName = readPagesName(context('pagesDomainName'));
  if (name === undefined && certificateArn === undefined && pagesName === undefined) return undefined;
  if (name === undefined || certificateArn === undefined) {
    throw new SettingsError(
      pagesName === undefined
        ? 'domainName and certificateArn belong together: give both or neither.'
        : 'pagesDomainName needs domainName, and a certificateArn that covers both.',
    );
  }
  if (!/^arn:[^:]+:acm:us-east-1:/.test(String(certificateArn))) {
    throw new SettingsError('certificateArn must name an ACM certificate in us-east-1, as CloudFront asks.');
  }
  if (pagesName !== undefined && (pagesName === name || !edge)) {
    throw new SettingsError('pagesDomainName must be another host than domainName, on a stage with edge=true.');
  }
  return { name: String(name), certificateArn: String(certificateArn), ...(pagesName !== undefined && { pagesName }) };
}

/** Used in the code that CloudFront runs. */
function readPagesName(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(String(value))) {
    throw new SettingsError(`pagesDomainName must be a host name such as pay.example.com, not '${value}'.`);
  }
  return String(value);
}

/** Version ids of Secrets Manager. */
function readVersion(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!/^[A-Za-z0-9-]{32,64}$/.test(String(value))) {
    throw new SettingsError(`originSecretVersion must be the id of a version of the origin secret, not '${value}'.`);
  }
  return String(value);
}

function readSecondOperator(value: unknown, stage: StageName): string {
  const amount = String(value ?? (stage === 'prod' ? '1000.00' : 'none'));
  if (amount === 'none' && stage !== 'prod') return amount;
  if (/^(0|[1-9]\d{0,11})(\.\d{1,4})?$/.test(amount)) return amount;
  const otherwise = stage === 'prod' ? '' : ' or none';
  throw new SettingsError(`secondOperatorAbove must be an amount such as 1000.00${otherwise}, not '${amount}'.`);
}

function readTrail(value: unknown, stage: StageName): boolean {
  const isOn = readBoolean('operationsTrail', value, stage === 'prod');
  if (isOn || stage !== 'prod') return isOn;
  throw new SettingsError('operationsTrail=false leaves no record of who operates; stage prod refuses it.');
}

/** A restore can create a table in another region, but functions, alarms and the key are in the stage's. */
function refuseForeignTable({ restoredTable, region }: Settings): void {
  const tableRegion = restoredTable?.arn.split(':')[3];
  if (tableRegion === undefined || tableRegion === region) return;
  throw new SettingsError(`restoredTableStream names a table in ${tableRegion}, and the stage is in ${region}.`);
}

/** The stream's ARN names the table and the stream: `arn:…:table/<name>/stream/<time>`. */
function readRestoredTable(value: unknown): RestoredTable | undefined {
  if (value === undefined) return undefined;
  const [streamArn, arn] = /^(arn:[^:]+:dynamodb:[^:]+:\d+:table\/[^/]+)\/stream\/.+$/.exec(String(value)) ?? [];
  if (!streamArn || !arn) {
    throw new SettingsError(`restoredTableStream must be the ARN of the restored table's stream, not '${value}'.`);
  }
  return { arn, streamArn };
}
