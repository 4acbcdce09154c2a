import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { discoverEndpoints, discoverWorkers } from '../../functions/discover.ts';
import { pascalCase } from '../../lib/names.ts';
import type { Capability } from '../../shared/ports/runtime.ts';
import { discoveredNotePages } from '../support/note-pages.ts';
import { type Resource, type Synthesized, synthesize } from './support/synthesize.ts';

interface Denial {
  readonly Effect: string;
  readonly Action: readonly string[];
  readonly Condition: unknown;
}

/** Whole-service rules, over every role, queue and function of every stack. */
describe('the stage as a whole', () => {
  let app: Synthesized;

  beforeAll(async () => {
    app = await synthesize();
  });

  it("grants no action and no resource by wildcard but the archive's objects, keys with an alias of its signers, and the names of keys", () => {
    const statements = [...app.resources('AWS::IAM::Policy'), ...app.resources('AWS::IAM::ManagedPolicy')].flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement as { Action: string | string[]; Resource: unknown }[],
    );
    const wide = statements.filter(({ Action, Resource }) => JSON.stringify([Action, Resource]).includes('*'));
    const ofArchive = { 'Fn::Join': ['', [{ 'Fn::ImportValue': expect.stringContaining('-Archive:') }, '/changes/*']] };
    const named = (what: string) => ({
      'ForAnyValue:StringLike': { 'kms:ResourceAliases': `alias/Sluice-prod-${what}-*` },
    });
    const signing = { Effect: 'Allow', Action: ['kms:GetPublicKey', 'kms:Sign'], Resource: expect.anything() };
    const asking = { Effect: 'Allow', Action: 'kms:GetPublicKey', Resource: expect.anything() };
    expect(wide).toEqual([
      { ...asking, Condition: named('signer') },
      { ...asking, Condition: named('vault') },
      { Effect: 'Allow', Action: 'kms:ListAliases', Resource: '*' },
      { Effect: 'Allow', Action: 's3:GetObject', Resource: ofArchive },
      { ...signing, Condition: named('signer') },
      { ...signing, Condition: named('vault') },
      { Effect: 'Allow', Action: 's3:PutObject', Resource: ofArchive },
    ]);
  });

  it('keeps whoever calls addresses that customers name from payees and their accounts', () => {
    const denials = app
      .resources('AWS::IAM::Policy')
      .flatMap(({ Properties }) =>
        (Properties.PolicyDocument.Statement as Denial[])
          .filter(({ Effect }) => Effect === 'Deny')
          .map((denial) => [JSON.stringify(Properties.Roles), denial] as const),
      );
    expect(denials).toHaveLength(3);
    for (const function_ of ['OfferEvents', 'RetryDeliveries', 'SendTestWebhook']) {
      const [, denial] = denials.find(([roles]) => roles.toLowerCase().includes(function_.toLowerCase())) ?? [];
      expect(denial?.Action, function_).toEqual(
        expect.arrayContaining(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']),
      );
      expect(denial?.Condition).toEqual({
        'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['RECIPIENT#*', 'RECIPIENT_BY#*'] },
      });
    }
  });

  it('lets who sends payouts or asks the acquirer note it in the second table, who gives addresses to payouts note those, a page look it up, the check after a restore and who follows chains list it, who pays from vaults and names their payments change it, and nobody else at all', async () => {
    const grants = app
      .resources('AWS::IAM::Policy')
      .flatMap(({ Properties }) =>
        (Properties.PolicyDocument.Statement as { Action: string | string[]; Resource: unknown }[])
          .filter(({ Resource }) => JSON.stringify(Resource).includes('SandboxPayments'))
          .map(({ Action }) => [JSON.stringify(Properties.Roles), [Action].flat()] as const),
      );
    const declared = [...(await discoverEndpoints()), ...(await discoverWorkers())];
    const using = (...names: readonly Capability[]) =>
      declared
        .filter(({ declaration }) => declaration.uses?.some((one) => names.includes(one)))
        .map(({ file }) => pascalCase(basename(file, '.ts')))
        .sort();
    const noting = using('cards', 'testTransfers', 'payouts');
    const looking = using('cardPages');
    const granted = (wanted: readonly string[]) =>
      grants.filter(([, actions]) => actions.join() === wanted.join()).map(([roles]) => roles);
    const [put, get] = [granted(['dynamodb:GetItem', 'dynamodb:PutItem']), granted(['dynamodb:GetItem'])];
    const addressing = granted(['dynamodb:PutItem']);
    const query = granted(['dynamodb:GetItem', 'dynamodb:Query']);
    const following = granted(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query']);
    const ofVaults = grants.filter(([roles]) => /AdvanceVaults|NamePayment/.test(roles));
    expect(ofVaults).toHaveLength(2);
    expect(put.length + get.length + addressing.length + query.length + following.length + 2).toBe(grants.length);
    expect([...put, ...following].flatMap((roles) => noting.filter((name) => roles.includes(name))).sort()).toEqual(
      noting,
    );
    expect(get.flatMap((roles) => looking.filter((name) => roles.includes(name))).sort()).toEqual(looking);
    const giving = using('depositRecords');
    expect(addressing.flatMap((roles) => giving.filter((name) => roles.includes(name))).sort()).toEqual(giving);
    expect(query).toEqual([expect.stringContaining('RestoreCheck')]);
    expect(following).toEqual([expect.stringContaining('AdvanceCheckout')]);
  });

  it('gives no role a managed policy or a policy inline', () => {
    for (const { Properties } of app.resources('AWS::IAM::Role')) {
      expect(Properties.ManagedPolicyArns ?? []).toEqual([]);
      expect(Properties.Policies ?? []).toEqual([]);
    }
  });

  it('runs every function on Node 24, on arm64, with its own log group and an end to its logs', () => {
    for (const { Properties } of app.resources('AWS::Lambda::Function')) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN', LogGroup: { Ref: expect.any(String) } },
      });
    }
    for (const { Properties } of app.resources('AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe(365);
  });

  it('keeps every stack far below the limit of 500 resources, with everything switched on', async () => {
    const full = await synthesize({ eventBus: true, screeningList: 's3://bucket/ofac' }, discoveredNotePages);
    for (const [name, template] of full.templates) {
      const count = Object.keys(template.toJSON().Resources).length;
      expect(count, name).toBeLessThan(400);
    }
  });

  it('gives nothing that holds state a name of its own', () => {
    const named = ['AWS::DynamoDB::GlobalTable', 'AWS::SQS::Queue', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret']
      .flatMap((type) => app.resources(type))
      .filter(hasName);
    expect(named).toEqual([]);
  });

  it('is tagged with its service and stage', () => {
    for (const { Properties } of app.resources('AWS::Lambda::Function')) {
      expect(Properties.Tags).toEqual([
        { Key: 'service', Value: 'sluice' },
        { Key: 'stage', Value: 'prod' },
      ]);
    }
  });

  it('needs no helper functions in any region', async () => {
    const abroad = await synthesize({ region: 'eu-west-1' });
    for (const template of abroad.templates.values()) {
      const types = Object.values(template.toJSON().Resources as Record<string, Resource>).map(({ Type }) => Type);
      expect(types.filter((type) => type.startsWith('Custom::'))).toEqual([]);
    }
  });
});

function hasName({ Properties }: Resource): boolean {
  return ['TableName', 'QueueName', 'BucketName', 'Name'].some((key) => key in Properties);
}
