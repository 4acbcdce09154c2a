import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';

/** What a check found, in a sentence; with `todo` the deployment, or what follows it, would fail. */
export interface Finding {
  readonly about: string;
  readonly found: string;
  readonly todo?: string;
}

/** The quota of a new account, of which AWS lets nothing be reserved and which one burst of calls uses up. */
const newAccountConcurrency = 10;
/** Lambda keeps these for functions that reserve nothing. */
const unreservedConcurrency = 100;
/** The region of CloudFront's firewall. */
const firewallRegion = 'us-east-1';
/** The suffix that CDK gives its own bucket where nobody chose another. */
const qualifier = 'hnb659fds';

export interface Subject {
  readonly account: string;
  readonly region: string;
  readonly stage: string;
  /** The address that the stage will send mail from. */
  readonly mailFrom?: string | undefined;
}

export async function checkConcurrency({ region, stage }: Subject): Promise<Finding> {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand());
  const quota = AccountLimit?.ConcurrentExecutions ?? 0;
  const about = 'Concurrency';
  const found = `The account runs ${quota} functions at once in ${region}.`;
  const ask = 'Ask for 1,000 in Service Quotas: Lambda, Concurrent executions.';
  if (quota <= newAccountConcurrency) return { about, found, todo: `That is a new account's quota. ${ask}` };
  if (stage === 'prod' && quota <= unreservedConcurrency) {
    return { about, found, todo: `Stage prod reserves some for its workers, and AWS keeps 100 back. ${ask}` };
  }
  return { about, found };
}

export async function checkMail({ region, mailFrom }: Subject): Promise<Finding[]> {
  const about = 'Mail';
  if (mailFrom === undefined) return [{ about, found: 'No --mail-from is named: the stage will send no mail.' }];
  const ses = new SESv2Client({ region });
  const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand());
  const access = ProductionAccessEnabled
    ? { about, found: 'SES sends to everybody.' }
    : {
        about,
        found: 'SES is in its sandbox.',
        todo: 'It sends to verified addresses only: ask for production access in the SES console.',
      };
  const isVerified = (await verified(ses, mailFrom)) || (await verified(ses, mailFrom.split('@').at(-1) ?? ''));
  const identity = isVerified
    ? { about, found: `${mailFrom} may send.` }
    : { about, found: `${mailFrom} is not verified.`, todo: 'Verify it or its domain in SES, in the same region.' };
  return [access, identity];
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

/** Looks for CDK's bucket in the region of the stage, and in that of the firewall. */
export function checkBootstrap({ account, region }: Subject): Promise<Finding[]> {
  return Promise.all([...new Set([region, firewallRegion])].map((where) => bootstrapOf(account, where)));
}

async function bootstrapOf(account: string, region: string): Promise<Finding> {
  const about = 'Bootstrap';
  const Bucket = `cdk-${qualifier}-assets-${account}-${region}`;
  try {
    const s3 = new S3Client({ region, forcePathStyle: true });
    await s3.send(new HeadBucketCommand({ Bucket, ExpectedBucketOwner: account }));
    return { about, found: `CDK is set up in ${region}.` };
  } catch (error) {
    if ((error as Error).name !== 'NotFound') throw error;
    return {
      about,
      found: `CDK has no bucket in ${region}.`,
      todo: `Run npx cdk bootstrap aws://${account}/${region}.`,
    };
  }
}
