import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type Resource, synthesize } from './support/synthesize.ts';

describe("the edge's access log", async () => {
  const app = await synthesize();
  const edge = app.template('Edge');
  const logs = app.template('EdgeLogs');

  it('holds no query, no cookie, no path and no Referer: those of pages hold what opens them', () => {
    const [delivery] = Object.values(logs.findResources('AWS::Logs::Delivery')) as Resource[];
    const fields = delivery?.Properties.RecordFields as string[];
    expect(fields).toEqual(expect.arrayContaining(['date', 'time', 'c-ip', 'cs-method', 'sc-status']));
    expect(fields.filter((field) => /uri|query|referer|cookie|forwarded/i.test(field))).toEqual([]);
  });

  it('is the only one: the legacy log, which holds all of that, is off', () => {
    edge.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({ Logging: Match.absent() }),
    });
  });

  it('goes from the distribution to the bucket', () => {
    logs.hasResourceProperties('AWS::Logs::DeliverySource', {
      LogType: 'ACCESS_LOGS',
      ResourceArn: { 'Fn::Join': ['', Match.arrayWith([':distribution/', output('EdgeDistribution')])] },
    });
    logs.hasResourceProperties('AWS::Logs::DeliveryDestination', { DestinationResourceArn: output('LogsBucket') });
    logs.hasResourceProperties('AWS::Logs::Delivery', {
      DeliverySourceName: { Ref: Match.stringLikeRegexp('Source') },
      DeliveryDestinationArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('Destination'), 'Arn'] },
    });
  });

  it('is written by deliveries of this account alone, without access control lists', () => {
    edge.hasResourceProperties('AWS::S3::Bucket', {
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    });
    const [policy] = Object.values(edge.findResources('AWS::S3::BucketPolicy')) as Resource[];
    const allowed = policy?.Properties.PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    );
    expect(allowed).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'delivery.logs.amazonaws.com' },
        Action: 's3:PutObject',
        Resource: { 'Fn::Join': ['', [expect.anything(), '/AWSLogs/', { Ref: 'AWS::AccountId' }, '/*']] },
        Condition: {
          StringEquals: {
            's3:x-amz-acl': 'bucket-owner-full-control',
            'aws:SourceAccount': { Ref: 'AWS::AccountId' },
          },
          ArnLike: {
            'aws:SourceArn': {
              'Fn::Join': ['', [expect.stringContaining(':logs:us-east-1:'), expect.anything(), ':delivery-source:*']],
            },
          },
        },
      },
    ]);
  });

  it('is kept for ninety days, also when its stack is gone', () => {
    edge.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { LifecycleConfiguration: { Rules: [Match.objectLike({ ExpirationInDays: 90 })] } },
    });
  });

  it('is delivered from us-east-1, after the edge is there, wherever that is', async () => {
    const { app: abroad } = await synthesize({ region: 'eu-west-1' });
    const stacks = new Map(abroad.synth().stacks.map((stack) => [stack.stackName, stack]));
    const delivery = stacks.get('Sluice-prod-EdgeLogs');
    expect(delivery?.environment.region).toBe('us-east-1');
    expect(delivery?.dependencies.map(({ id }) => id)).toContain('Sluice-prod-Edge');
  });

  it('may be left out of a development stage', async () => {
    const bare = await synthesize({ stage: 'dev', edgeLogs: false });
    expect(bare.resources('AWS::Logs::Delivery')).toEqual([]);
  });
});

/** A value of the edge's stack that is read, not imported: so nothing of it is kept in use. */
function output(of: string) {
  const OutputName = Match.stringLikeRegexp(of);
  return { 'Fn::GetStackOutput': Match.objectLike({ StackName: 'Sluice-prod-Edge', OutputName }) };
}
