import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';

import type { MailIdentity } from '../../lib/settings.ts';
import { readParameter } from './read-parameter.ts';

/** The finding of a check, as a sentence. With `todo`, the deployment, or something after it, would fail. */
export interface Finding {
  readonly about: string;
  readonly found: string;
  readonly todo?: string;
}

/** The quota of a new account. AWS permits no reservations from it, and one burst of calls exhausts it. */
const newAccountConcurrency = 10;
/** Lambda keeps these for functions that reserve nothing. */
const unreservedConcurrency = 100;
/** The region of CloudFront's firewall. */
const firewallRegion = 'us-east-1';
/** The default name of CDK's own stack. */
const qualifier = 'hnb659fds';
/** The lowest version of CDK's own stack that the templates of a stage require. */
export const neededBootstrap = 6;

export interface Subject {
  readonly account: string;
  readonly region: string;
  readonly stage: string;
  /** The concurrency that the stage's workers reserve. */
  readonly reserved: number;
  /** The address that the stage will send mail from. */
  readonly mailFrom?: string | undefined;
  /** The identity that the stage expects to be verified. */
  readonly mailIdentity: MailIdentity;
  /** The address that the stage's alarms go to. */
  readonly alarmEmail?: string | undefined;
  /** The stream of the restored table that the stage will use. Undefined if it uses the stack's own table. */
  readonly restoredTableStream?: string | undefined;
  /** Whether the deployment is meant to use another table than the one before it. */
  readonly movesTable: boolean;
}

export async function checkConcurrency({ region, stage, reserved }: Subject): Promise<Finding> {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand());
  const quota = AccountLimit?.ConcurrentExecutions ?? 0;
  const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? quota;
  const about = 'Concurrency';
  const found = `The account can run ${quota} functions at once in ${region}; ${quota - unreserved} are reserved now, and stage ${stage} reserves ${reserved}.`;
  const ask = 'Request 1,000 in Service Quotas: Lambda, Concurrent executions.';
  if (quota <= newAccountConcurrency) return { about, found, todo: `This is the quota of a new account. ${ask}` };
  if (reserved > 0 && quota - reserved < unreservedConcurrency) {
    return {
      about,
      found,
      todo: `AWS keeps ${unreservedConcurrency} unreserved. ${ask} Or use -c reserveConcurrency=false.`,
    };
  }
  return { about, found };
}

export async function checkMail({ region, mailFrom, mailIdentity }: Subject): Promise<Finding[]> {
  const about = 'Mail';
  if (mailFrom === undefined) return [{ about, found: 'No mailFrom is set: the stage will send no email.' }];
  const ses = new SESv2Client({ region });
  const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand());
  const access = ProductionAccessEnabled
    ? { about, found: 'SES can send to all addresses.' }
    : {
        about,
        found: 'SES is in its sandbox.',
        todo: 'It sends only to verified addresses: request production access in the SES console.',
      };
  const name = mailIdentity === 'address' ? mailFrom : domainOf(mailFrom);
  const identity = (await verified(ses, name))
    ? { about, found: `${mailFrom} can send: its ${mailIdentity} is verified.` }
    : await unverified(ses, mailFrom, mailIdentity);
  return [access, identity];
}

async function unverified(ses: SESv2Client, mailFrom: string, mailIdentity: MailIdentity): Promise<Finding> {
  const found = `The ${mailIdentity} of ${mailFrom} is not verified.`;
  const [other, name] = mailIdentity === 'address' ? ['domain', domainOf(mailFrom)] : ['address', mailFrom];
  const todo = (await verified(ses, name))
    ? `Its ${other} is: deploy with -c mailIdentity=${other}.`
    : 'Verify it in SES, in the same region.';
  return { about: 'Mail', found, todo };
}

function domainOf(address: string): string {
  return address.split('@').at(-1) ?? '';
}

async function verified(ses: SESv2Client, EmailIdentity: string): Promise<boolean> {
  try {
    const { VerifiedForSendingStatus } = await ses.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return VerifiedForSendingStatus === true;
  } catch (error) {
    if ((error as Error).name === 'NotFoundException') return false;
    throw error;
  }
}

/** Checks CDK's own stack in the region of the stage, and in that of the firewall. */
export function checkBootstrap({ account, region }: Subject): Promise<Finding[]> {
  return Promise.all([...new Set([region, firewallRegion])].map((where) => bootstrapOf(account, where)));
}

async function bootstrapOf(account: string, region: string): Promise<Finding> {
  const about = 'Bootstrap';
  const todo = `Run npx cdk bootstrap aws://${account}/${region}.`;
  const version = await readParameter(region, `/cdk-bootstrap/${qualifier}/version`);
  if (version === undefined) return { about, found: `CDK is not set up in ${region}.`, todo };
  const found = `CDK is set up in ${region}, version ${version}.`;
  if (!(Number(version) >= neededBootstrap)) return { about, found: `${found} ${neededBootstrap} is needed.`, todo };
  return { about, found };
}
