import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { tableDefinition } from '../../../shared/ground/table/definition.ts';
import { type Resource, synthesize } from '../support/synthesize.ts';

const tableType = 'AWS::DynamoDB::GlobalTable';
const everyIndex = (properties: object) => Object.keys(tableDefinition.indexes).map(() => Match.objectLike(properties));

describe('the payments table', () => {
  let foundation: Template;

  beforeAll(async () => {
    foundation = (await synthesize()).template('Foundation');
  });

  it('has the keys, the time to live and the indexes of its definition', () => {
    foundation.hasResourceProperties(tableType, {
      KeySchema: [
        { AttributeName: tableDefinition.partitionKey, KeyType: 'HASH' },
        { AttributeName: tableDefinition.sortKey, KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: tableDefinition.timeToLive, Enabled: true },
      GlobalSecondaryIndexes: Object.entries(tableDefinition.indexes).map(([name, index]) => ({
        IndexName: name,
        KeySchema: [
          { AttributeName: index.partitionKey, KeyType: 'HASH' },
          { AttributeName: index.sortKey, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: index.projection },
      })),
      AttributeDefinitions: Match.arrayWith([{ AttributeName: 'dueSlot', AttributeType: 'N' }]),
    });
  });

  it('is of the class that its stage says: in production that with cheap storage', async () => {
    const classOf = (template: Template) => {
      const [table] = Object.values(
        template.findResources(tableType, { Properties: { GlobalSecondaryIndexes: Match.anyValue() } }),
      );
      return table?.Properties.Replicas[0].TableClass;
    };
    expect(classOf(foundation)).toBe('STANDARD_INFREQUENT_ACCESS');
    const standard = await synthesize({ table: { billing: { mode: 'on-demand' } } });
    expect(classOf(standard.template('Foundation'))).toBeUndefined();
  });

  it('is billed on demand and streams both images', () => {
    foundation.hasResourceProperties(tableType, {
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  it('is warm from the start only where the stage pays for it, and its indexes apart', async () => {
    foundation.hasResourceProperties(tableType, {
      WarmThroughput: Match.absent(),
      GlobalSecondaryIndexes: everyIndex({ WarmThroughput: Match.absent() }),
    });
    const billing = { mode: 'on-demand' } as const;
    const warm = await synthesize({
      table: { billing, warm: { reads: 24_000, writes: 12_000 }, warmIndex: { writes: 6_000 } },
    });
    warm.template('Foundation').hasResourceProperties(tableType, {
      WarmThroughput: { ReadUnitsPerSecond: 24_000, WriteUnitsPerSecond: 12_000 },
      GlobalSecondaryIndexes: everyIndex({ WarmThroughput: { WriteUnitsPerSecond: 6_000 } }),
    });
  });

  it('on demand, costs no more than the stage says', async () => {
    const table = { billing: { mode: 'on-demand', mostReads: 9_000, mostWrites: 3_000 } } as const;
    (await synthesize({ table })).template('Foundation').hasResourceProperties(tableType, {
      WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 3_000 },
      Replicas: [Match.objectLike({ ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 9_000 } })],
    });
  });

  it('provisioned, scales between what the stage says, and so do its indexes', async () => {
    const billing = { mode: 'provisioned', reads: { least: 10, most: 900 }, writes: { least: 20, most: 300 } } as const;
    const scaling = (MinCapacity: number, MaxCapacity: number) => ({
      MinCapacity,
      MaxCapacity,
      SeedCapacity: MinCapacity,
      TargetTrackingScalingPolicyConfiguration: { TargetValue: 70 },
    });
    const writes = { WriteCapacityAutoScalingSettings: scaling(20, 300) };
    const reads = { ReadCapacityAutoScalingSettings: scaling(10, 900) };
    (await synthesize({ table: { billing } })).template('Foundation').hasResourceProperties(tableType, {
      BillingMode: 'PROVISIONED',
      WriteProvisionedThroughputSettings: writes,
      GlobalSecondaryIndexes: everyIndex({ WriteProvisionedThroughputSettings: writes }),
      Replicas: [
        Match.objectLike({
          ReadProvisionedThroughputSettings: reads,
          GlobalSecondaryIndexes: everyIndex({ ReadProvisionedThroughputSettings: reads }),
        }),
      ],
    });
  });

  it('can be restored to any second', () => {
    foundation.hasResourceProperties(tableType, {
      Replicas: [Match.objectLike({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } })],
    });
  });

  it('is encrypted with a key of our own that rotates', () => {
    foundation.hasResourceProperties(tableType, {
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      Replicas: [Match.objectLike({ SSESpecification: { KMSMasterKeyId: Match.anyValue() } })],
    });
    foundation.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
  });

  it('cannot be deleted in production, nor can its key', () => {
    foundation.hasResourceProperties(tableType, {
      Replicas: [Match.objectLike({ DeletionProtectionEnabled: true })],
    });
    for (const type of [tableType, 'AWS::KMS::Key', 'AWS::SecretsManager::Secret']) {
      for (const resource of Object.values(foundation.findResources(type))) {
        expect(resource).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
      }
    }
  });

  it('outlives its stack in development too, with the key that opens it', async () => {
    const resources: Record<string, Resource> = (await synthesize({ stage: 'dev' }))
      .template('Foundation')
      .toJSON().Resources;
    const kept = Object.entries(resources).filter(
      ([, { DeletionPolicy }]) => DeletionPolicy === 'RetainExceptOnCreate',
    );
    expect(kept.map(([id, { Type }]) => [id.replace(/[0-9A-F]{8}$/, ''), Type])).toEqual([
      ['PaymentsKey', 'AWS::KMS::Key'],
      ['PaymentsTable', tableType],
    ]);
  });

  it('is named to operators by outputs, as are its key, its stream and the user pool', () => {
    const { Outputs } = foundation.toJSON();
    const names = ['PaymentsTableName', 'PaymentsStreamArn', 'PaymentsKeyArn', 'UserPoolId', 'UserPoolClientId'];
    expect(Object.keys(Outputs)).toEqual(expect.arrayContaining(names));
  });

  it('gives its place to a restored copy and stays where it is', async () => {
    const arn = 'arn:aws:dynamodb:us-east-1:123456789012:table/restored';
    const restored = await synthesize({ restoredTable: { arn, streamArn: `${arn}/stream/2026` } });
    const tables = Object.keys(restored.template('Foundation').findResources(tableType));
    expect(tables).toEqual([expect.stringMatching(/^SandboxPayments/)]);
    const keys = Object.keys(restored.template('Foundation').findResources('AWS::KMS::Key'));
    expect(keys.filter((id) => id.startsWith('PaymentsKey'))).toHaveLength(1);
    restored.template('Workers').hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: `${arn}/stream/2026`,
    });
    for (const { Properties } of restored.resources('AWS::Lambda::Function')) {
      const { TABLE_NAME: name = 'restored' } = Properties.Environment.Variables;
      expect(name).toBe('restored');
    }
  });
});
