import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ArchiveWorker } from '../../lib/constructs/archive/archive-worker.ts';
import { alarmNames } from '../../lib/names.ts';
import { actionsOf, allowing, environmentOf, statementsOf, told } from './support/permissions.ts';
import { type Resource, synthesize } from './support/synthesize.ts';

describe('the archive of changes', async () => {
  const app = await synthesize();
  const template = app.template('Archive');
  const [bucket] = Object.values(template.findResources('AWS::S3::Bucket')) as Resource[];
  const [key] = Object.values(template.findResources('AWS::KMS::Key')) as Resource[];
  const worker = app.app.node.findAll().find((node) => node instanceof ArchiveWorker) as ArchiveWorker;

  it('is private, under a key of its own that rotates, and reached over TLS alone', () => {
    expect(bucket?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { BucketKeyEnabled: true, ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } },
        ],
      },
    });
    expect(key?.Properties.EnableKeyRotation).toBe(true);
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: [Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })],
      },
    });
  });

  it('keeps versions, which nobody deletes in production before their time, and then forgets them', async () => {
    const days = { archiveDays: 7 };
    const [kept] = (await synthesize(days)).resources('AWS::S3::Bucket').filter(isVersioned);
    expect(kept?.Properties).toMatchObject({
      ObjectLockEnabled: true,
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 7 } } },
      LifecycleConfiguration: {
        Rules: [
          { ExpirationInDays: 7, NoncurrentVersionExpiration: { NoncurrentDays: 1 }, Status: 'Enabled' },
          { ExpiredObjectDeleteMarker: true, Status: 'Enabled' },
        ],
      },
    });
    const [inDev] = (await synthesize({ stage: 'dev', ...days })).resources('AWS::S3::Bucket').filter(isVersioned);
    expect(inDev?.Properties.ObjectLockEnabled).toBeUndefined();
  });

  it('outlives its stack with its key: a bucket that is not empty cannot be removed', () => {
    expect([bucket?.DeletionPolicy, key?.DeletionPolicy]).toEqual(['RetainExceptOnCreate', 'RetainExceptOnCreate']);
  });

  it('is added to by its worker, read by the operation, and otherwise touched by no role', () => {
    const touching = (action: string) =>
      allowing(app, action).filter(({ statement }) => JSON.stringify(statement.Resource).includes('-Archive:'));
    for (const [action, role] of [
      ['s3:PutObject', 'ArchiveChanges'],
      ['kms:GenerateDataKey', 'ArchiveChanges'],
      ['s3:GetObject', 'Lost'],
      ['s3:ListBucket', 'Lost'],
      ['kms:Decrypt', 'Lost'],
    ] as const) {
      expect([action, ...touching(action).map(({ roles }) => roles)]).toEqual([action, expect.stringContaining(role)]);
    }
    const statements = app
      .resources('AWS::IAM::Policy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter((statement) => JSON.stringify(statement.Resource).includes('-Archive:'));
    expect(statements).toHaveLength(5);
    expect(told(app, 'ARCHIVE_BUCKET')).toHaveLength(2);
  });

  it('is filled by a worker that may do no more than read the stream and add', () => {
    const services = statementsOf(worker.function).flatMap(actionsOf).sort();
    expect(services).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
      'kms:Decrypt',
      'kms:GenerateDataKey',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      's3:PutObject',
      'sqs:GetQueueAttributes',
      'sqs:GetQueueUrl',
      'sqs:SendMessage',
    ]);
    expect(environmentOf(worker.function)).toEqual([
      'ARCHIVE_BUCKET',
      'POWERTOOLS_SERVICE_NAME',
      'STAGE',
      'TABLE_NAME',
    ]);
  });

  it('is tried until the stream forgets, tells what is given up, and is not woken for worthless rows', () => {
    app.template('Workers').hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 1000,
      MaximumBatchingWindowInSeconds: 60,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: -1,
      MaximumRecordAgeInSeconds: 23 * 60 * 60,
      ParallelizationFactor: Match.absent(),
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
      FilterCriteria: {
        Filters: [{ Pattern: '{"dynamodb":{"Keys":{"sk":{"S":[{"anything-but":["NONCE","RATE","TURNS"]}]}}}}' }],
      },
    });
    const names = app.resources('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties.AlarmName);
    for (const name of [alarmNames.archiveFailedBatches, alarmNames.archiveIteratorAge]) {
      expect(names).toContain(`Sluice-prod-${name}`);
    }
  });

  it('is not there, nor its worker, where the stage archives nothing; the operation stays, to say so', async () => {
    const without = await synthesize({ archive: false });
    expect([...without.templates.keys()].filter((name) => name.endsWith('-Archive'))).toEqual([]);
    expect(told(without, 'ARCHIVE_BUCKET')).toEqual([]);
    const described = without
      .resources('AWS::Lambda::Function')
      .map(({ Properties }) => String(Properties.Description));
    expect(described.filter((text) => text.includes('archive-changes'))).toEqual([]);
    expect(described.filter((text) => text.startsWith('Operation lost'))).toHaveLength(1);
  });

  it('is that of the restored table once the stage uses it', async () => {
    const arn = 'arn:aws:dynamodb:us-east-1:123456789012:table/restored';
    const streamArn = `${arn}/stream/2026-11-20T00:00:00.000`;
    const moved = await synthesize({ restoredTable: { arn, streamArn } });
    const sources = moved
      .resources('AWS::Lambda::EventSourceMapping')
      .map(({ Properties }) => Properties.EventSourceArn);
    expect(sources.filter((source) => source === streamArn)).toHaveLength(2);
    const reader = moved
      .resources('AWS::Lambda::Function')
      .find(({ Properties }) => 'TABLE_STREAM_ARN' in Properties.Environment.Variables);
    expect(reader?.Properties.Environment.Variables.TABLE_STREAM_ARN).toBe(streamArn);
  });
});

const isVersioned = ({ Properties }: Resource) => Properties.VersioningConfiguration?.Status === 'Enabled';
