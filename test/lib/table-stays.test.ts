import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../lib/settings.ts';
import { FoundationStack } from '../../lib/stacks/foundation-stack.ts';
import type { Resource } from './support/synthesize.ts';

type Options = Readonly<Record<string, string>>;

const stream = 'arn:aws:dynamodb:us-east-1:123456789012:table/restored/stream/2026-11-22T19:30:00.000';
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/2';
const needed: Options = {
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  mailFrom: 'pay@example.com',
  alarmEmail: 'alarms@example.com',
};

/** Another value of every setting than a stage has by itself, with what the value needs. */
const changes: Readonly<Record<string, Options>> = {
  region: { region: 'eusc-de-east-1' },
  domainName: { domainName: 'pay.example.org' },
  certificateArn: { certificateArn },
  pagesDomainName: { pagesDomainName: 'pages.example.com' },
  edge: { edge: 'false' },
  edgeLogs: { edgeLogs: 'false' },
  requestsPerSecond: { requestsPerSecond: '7' },
  webRequestsPerSecond: { webRequestsPerSecond: '7' },
  originSecretVersion: { originSecretVersion: '01'.repeat(16) },
  mailFrom: { mailFrom: 'mail@example.org' },
  mailIdentity: { mailIdentity: 'address' },
  signInFirewall: { signInFirewall: 'false' },
  alarmEmail: { alarmEmail: 'somebody@example.org' },
  lowAlarmEmail: { lowAlarmEmail: 'low@example.org' },
  monthlyBudget: { monthlyBudget: '7' },
  canary: { canary: 'false' },
  runbookUrl: { runbookUrl: 'https://example.com/runbook' },
  screeningList: { screeningList: 's3://bucket/prefix' },
  secondOperatorAbove: { secondOperatorAbove: '7.00' },
  operationsTrail: { operationsTrail: 'true' },
  railsFrozen: { railsFrozen: 'true' },
  batchesFrozen: { batchesFrozen: 'true' },
  restoredTableStream: { restoredTableStream: stream },
  archive: { archive: 'false' },
  archiveDays: { archiveDays: '7' },
  tableClass: { tableClass: 'standard' },
  billing: { billing: 'provisioned', readCapacity: '10-4000', writeCapacity: '10-4000' },
  readCapacity: { billing: 'provisioned', readCapacity: '7-70', writeCapacity: '10-4000' },
  writeCapacity: { billing: 'provisioned', readCapacity: '10-4000', writeCapacity: '7-70' },
  maxReadUnits: { maxReadUnits: '700' },
  maxWriteUnits: { maxWriteUnits: '700' },
  warmReadUnits: { warmReadUnits: '20000' },
  warmWriteUnits: { warmWriteUnits: '20000' },
  warmIndexWriteUnits: { warmIndexWriteUnits: '20000' },
  reserveConcurrency: { reserveConcurrency: 'false' },
  workerConcurrency: { workerConcurrency: 'advance-payouts=7' },
  heartbeatMinutes: { heartbeatMinutes: '7' },
  eventBus: { eventBus: 'true' },
};
/** One is the stage itself, the other is refused unless it is `false`. */
const unchangeable = ['stage', 'webhookLoopback'];

/** The stage's own tables, its key, and what they are: of such properties CloudFormation changes none without a new table. */
function keptIn(options: Options) {
  const settings = readSettings((key) => options[key], {});
  const { stage, region } = settings;
  const stack = new FoundationStack(new App(), `Sluice-${stage}-Foundation`, { settings, env: { region } });
  const resources = Template.fromStack(stack).toJSON().Resources as Record<string, Resource>;
  const kept = Object.entries(resources).filter(([id]) => /^Payments(Table|Key)/.test(id));
  return kept.map(([id, { Type, DeletionPolicy, UpdateReplacePolicy, Properties }]) => {
    const { KeySchema, TableName, KeySpec, MultiRegion } = Properties;
    return { id, Type, DeletionPolicy, UpdateReplacePolicy, fixed: { KeySchema, TableName, KeySpec, MultiRegion } };
  });
}

it('knows a change of every setting', () => {
  const read = new Set<string>();
  readSettings((key) => void read.add(key), {});
  expect([...Object.keys(changes), ...unchangeable].sort()).toEqual([...read].sort());
});

describe.each(['dev', 'prod'])('on stage %s', (stage) => {
  const before = keptIn({ ...needed, stage });
  const mayChange = (name: string) => stage === 'dev' || !['edge', 'edgeLogs', 'signInFirewall'].includes(name);

  it('the table and its key are kept whatever takes them out of the stack', () => {
    expect(before.map(({ Type }) => Type)).toEqual(['AWS::KMS::Key', 'AWS::DynamoDB::GlobalTable']);
    for (const { DeletionPolicy, UpdateReplacePolicy } of before) {
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
    }
  });

  it.each(Object.keys(changes).filter(mayChange))(
    '%s changes neither which table it is nor that it is kept',
    (name) => {
      const after = keptIn({ ...needed, stage, ...changes[name] });
      if (name === 'restoredTableStream') expect(after).toEqual(before.filter(({ Type }) => Type === 'AWS::KMS::Key'));
      else expect(after).toEqual(before);
    },
  );
});
