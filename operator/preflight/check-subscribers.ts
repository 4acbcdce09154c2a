import type { Finding, Subject } from './checks.ts';
import { queryCall, textsOf } from './query-call.ts';

/** The region of CloudFront's alarms, which has its own topics if the stage is in another region. */
const edgeRegion = 'us-east-1';

/** Checks for each topic of the stage's alarms whether a subscriber has confirmed. */
export async function checkSubscribers(subject: Subject): Promise<Finding[]> {
  const { region, stage, alarmEmail } = subject;
  const about = 'Alarms';
  if (alarmEmail === undefined) return [{ about, found: 'No alarmEmail is set: nobody receives alarms by email.' }];
  const regions = [...new Set([region, edgeRegion])];
  const topics = (await Promise.all(regions.map((where) => topicsOf(where, stage)))).flat();
  if (topics.length === 0) {
    const found = `Stage ${stage} has no topics yet. Confirm the emails that its first deployment sends, then run this again.`;
    return [{ about, found }];
  }
  return Promise.all(topics.map(subscribersOf));
}

interface AlarmTopic {
  readonly region: string;
  readonly arn: string;
}

/** Finds the topics by the names that CloudFormation derives from the stack and the construct. */
async function topicsOf(region: string, stage: string): Promise<AlarmTopic[]> {
  const name = new RegExp(`:Sluice-${stage}-(Foundation|EdgeAlarms)-Alarms(Low)?Topic\\w*-\\w+$`);
  const arns = await listAll(region, { Action: 'ListTopics' }, 'TopicArn');
  return arns.filter((arn) => name.test(arn)).map((arn) => ({ region, arn }));
}

async function subscribersOf({ region, arn }: AlarmTopic): Promise<Finding> {
  const about = 'Alarms';
  const severity = arn.includes('-AlarmsLowTopic') ? 'low' : 'high';
  const where = `${severity} alarms in ${region}${arn.includes('-EdgeAlarms-') ? ', of the edge' : ''}`;
  const asked = { Action: 'ListSubscriptionsByTopic', TopicArn: arn };
  const subscriptions = await listAll(region, asked, 'SubscriptionArn');
  // Until a subscription is confirmed, its ARN is replaced by a word.
  const confirmed = subscriptions.filter((subscription) => subscription.startsWith('arn:'));
  if (confirmed.length > 0) return { about, found: `Confirmed subscribers for ${where}: ${confirmed.length}.` };
  const found = `There is no confirmed subscriber for ${where}.`;
  return { about, found, todo: 'Follow the link in the email from AWS Notifications, or subscribe again.' };
}

/** Reads every page of an SNS list. */
async function listAll(region: string, parameters: Record<string, string>, element: string): Promise<string[]> {
  const found: string[] = [];
  let next: string | undefined;
  do {
    const page = { ...parameters, ...(next && { NextToken: next }) };
    const xml = await queryCall({ service: 'sns', region, version: '2010-03-31', parameters: page });
    found.push(...textsOf(xml, element));
    [next] = textsOf(xml, 'NextToken');
  } while (next);
  return found;
}
