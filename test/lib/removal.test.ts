import { describe, expect, it } from 'vitest';
import { type Resource, synthesize } from './support/synthesize.ts';

/** What production must not lose with its stack. */
const kept = [
  'AWS::Cognito::UserPool',
  'AWS::DynamoDB::GlobalTable',
  'AWS::KMS::Key',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
];

/** Names that AWS lets only one resource have. A second deployment would meet what the first left under them. */
const physicalNames = ['BucketName', 'LogGroupName', 'Name', 'TableName', 'UserPoolName'];

/** A key that encrypts nothing takes nothing with it: the canary's is replaced by `npm run ops -- canary`. */
const isOnlyForSigning = ({ Properties }: Resource) => Properties?.KeyUsage === 'SIGN_VERIFY';

/** A name with the id of the stack in it is free again for the next stack. */
const isOfThisStackAlone = (name: unknown) => JSON.stringify(name).includes('{"Ref":"AWS::StackId"}');

describe('what production keeps', async () => {
  const app = await synthesize({ eventBus: true, archive: true });
  const kinds = [...app.templates.values()].flatMap((template) =>
    Object.values(template.toJSON().Resources),
  ) as Resource[];

  it.each(kept)('outlives its stack, and is taken away with a first deployment that failed: %s', (type) => {
    const found = kinds.filter((resource) => resource.Type === type && !isOnlyForSigning(resource));
    expect(found.length).toBeGreaterThan(0);
    for (const resource of found) {
      expect(resource).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    }
  });

  it('is nothing else, and nothing of it stands in the way of another attempt by its name', () => {
    const retained = kinds.filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete');
    expect([...new Set(retained.map(({ Type }) => Type))].sort()).toEqual(kept);
    for (const { Type, Properties = {} } of retained) {
      const fixed = physicalNames.filter((name) => name in Properties && !isOfThisStackAlone(Properties[name]));
      expect([Type, fixed]).toEqual([Type, []]);
    }
  });

  it('is not the key of the canary, which encrypts nothing', () => {
    const signing = kinds.filter(isOnlyForSigning);
    expect(signing.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(['Delete']);
  });

  it('is removed with a stage for development, but for buckets, which cannot be removed full, and the payments table with its key', async () => {
    const dev = await synthesize({ stage: 'dev', archive: false, operationsTrail: false });
    const all = [...dev.templates.values()].flatMap((template) =>
      Object.values(template.toJSON().Resources),
    ) as Resource[];
    const retained = all.filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete');
    const others = retained.map(({ Type }) => Type).filter((type) => type !== 'AWS::S3::Bucket');
    expect(others.sort()).toEqual(['AWS::DynamoDB::GlobalTable', 'AWS::KMS::Key']);
  });
});
