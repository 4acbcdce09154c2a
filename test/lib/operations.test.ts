import { beforeAll, describe, expect, it } from 'vitest';
import { OperatorFunction } from '../../lib/constructs/operators/operator-function.ts';
import { pascalCase } from '../../lib/names.ts';
import type { Capability } from '../../shared/ports/runtime.ts';
import { allowed, environmentOf, type Statement, statementsOf, within } from './support/permissions.ts';
import { declaredFunctions, type Resource, type Synthesized, synthesize } from './support/synthesize.ts';

const { operations } = await declaredFunctions();
const declared = operations.map(({ declaration }) => [declaration.name, declaration] as const);

const functionsOf = (app: Synthesized) =>
  Object.values(app.template('Operations').findResources('AWS::Lambda::Function')) as Resource[];

const movers = ['adjust', 'credit-deposit', 'credit-payment', 'resend'];

/** What functions are told that one operator may move alone, by operation. */
function toldLimits(app: Synthesized): unknown[] {
  return functionsOf(app)
    .flatMap(({ Properties }) => {
      const { POWERTOOLS_SERVICE_NAME: name, SECOND_OPERATOR_ABOVE: limit } = Properties.Environment.Variables;
      return limit === undefined ? [] : [[name, limit]];
    })
    .sort();
}

describe('an operation in AWS', () => {
  let app: Synthesized;
  let constructs: Map<string, OperatorFunction>;

  beforeAll(async () => {
    app = await synthesize();
    const all = app.app.node.findAll().filter((node) => node instanceof OperatorFunction);
    constructs = new Map(all.map((construct) => [construct.node.id, construct]));
  });

  const functionOf = (name: string) => {
    const construct = constructs.get(pascalCase(name));
    if (!construct) throw new Error(`No Lambda for ${name}.`);
    return construct.function;
  };

  it('has no route, no address, no event source and no permission that lets anybody invoke it', () => {
    const template = app.template('Operations');
    template.resourceCountIs('AWS::Lambda::Function', operations.length);
    for (const type of ['Lambda::Permission', 'Lambda::Url', 'Lambda::EventSourceMapping', 'Events::Rule']) {
      template.resourceCountIs(`AWS::${type}`, 0);
    }
    template.resourceCountIs('AWS::ApiGatewayV2::Route', 0);
  });

  it('is found by its name', () => {
    const functions = Object.values(app.template('Operations').findResources('AWS::Lambda::Function')) as Resource[];
    const names = functions.map(({ Properties }) => Properties.FunctionName);
    expect(names.sort()).toEqual(declared.map(([name]) => `Sluice-prod-${name}`).sort());
  });

  it('is what the policy of operators lets invoke; else they may only seal credentials', () => {
    const [policy] = Object.values(app.template('Operations').findResources('AWS::IAM::ManagedPolicy')) as Resource[];
    const [statement, sealing, ...others] = policy?.Properties.PolicyDocument.Statement ?? [];
    expect(others).toEqual([]);
    expect(sealing.Action).toBe('kms:Encrypt');
    expect(statement.Action).toBe('lambda:InvokeFunction');
    expect(statement.Resource).toHaveLength(operations.length);
  });

  it.each(declared)('%s may do to the table what its declaration says', (name, { tableAccess, scansTable }) => {
    const statements = statementsOf(functionOf(name));
    const writes = ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    const reads = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
    const expected = { none: [], read: reads, write: [...reads, ...writes] }[tableAccess];
    const all = scansTable ? [...expected, 'dynamodb:Scan'] : expected;
    expect(allowed(statements, 'dynamodb')).toEqual(all.toSorted());
    expect(allowed(statements, 'dynamodb', true)).toEqual(tableAccess === 'read' ? ['dynamodb:PutItem'] : []);
  });

  it.each(declared)('%s writes as a read only its audit row', (name, { tableAccess }) => {
    const conditions = statementsOf(functionOf(name))
      .filter((statement) => allowed([statement], 'dynamodb', true).length > 0)
      .map(({ Condition }) => Condition);
    const auditKeys = within('AUDIT#*');
    expect(conditions).toEqual(tableAccess === 'read' ? [auditKeys] : []);
  });

  it.each(declared)('%s is told what its declaration says', (name, { uses = [], movesMoney }) => {
    const told = (variables: readonly string[], ...by: readonly Capability[]) =>
      by.some((one) => uses.includes(one)) ? variables : [];
    const origin = told(['ORIGIN_SECRET_ARN'], 'secretRotation');
    const sealing = told(['SEALING_SECRET_ARN'], 'sealing', 'secretRotation');
    const archive = told(['ARCHIVE_BUCKET', 'TABLE_STREAM_ARN'], 'archivedChanges');
    const memory = told(['SANDBOX_PAYMENTS_TABLE'], 'sentPayouts', 'vaultNames');
    const money = movesMoney ? ['SECOND_OPERATOR_ABOVE'] : [];
    const canary = told(['CANARY_KEY_ARN'], 'canaryKey');
    const connections = told(['CONNECTIONS_KEY_ARN'], 'connections', 'depositChain');
    const own = ['ACCOUNT_ID', ...archive, ...canary, ...connections, ...origin, ...memory, ...money, ...sealing];
    expect(environmentOf(functionOf(name))).toEqual([...own, 'POWERTOOLS_SERVICE_NAME', 'STAGE', 'TABLE_NAME'].sort());
  });

  it('takes for operators only who is of its own account, and is told no name', () => {
    for (const { Properties } of functionsOf(app)) {
      const { Variables } = Properties.Environment;
      expect(Variables.ACCOUNT_ID).toEqual({ Ref: 'AWS::AccountId' });
      expect(Variables).not.toHaveProperty('LOCAL_OPERATOR');
    }
  });

  it('that moves money is told when it wants a second operator', () => {
    expect(toldLimits(app)).toEqual(movers.map((name) => [name, '1000.00']));
  });
});

describe('the trail of operations', () => {
  it('records every invocation of an operation and nothing else, so that nobody can change it unseen', async () => {
    const template = (await synthesize()).template('Operations');
    const functions = Object.keys(template.findResources('AWS::Lambda::Function'));
    template.resourceCountIs('AWS::CloudTrail::Trail', 1);
    template.hasResourceProperties('AWS::CloudTrail::Trail', {
      IsLogging: true,
      EnableLogFileValidation: true,
      IsMultiRegionTrail: false,
      EventSelectors: [
        {
          ReadWriteType: 'All',
          IncludeManagementEvents: false,
          DataResources: [
            { Type: 'AWS::Lambda::Function', Values: functions.map((id) => ({ 'Fn::GetAtt': [id, 'Arn'] })) },
          ],
        },
      ],
    });
  });

  it('is kept for five years, by a bucket that outlives the stack and that CloudTrail alone writes', async () => {
    const template = (await synthesize()).template('Operations');
    const [bucket] = Object.values(template.findResources('AWS::S3::Bucket')) as Resource[];
    expect(bucket).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        VersioningConfiguration: { Status: 'Enabled' },
        LifecycleConfiguration: { Rules: [{ ExpirationInDays: 1_825 }] },
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      },
    });
    const [policy] = Object.values(template.findResources('AWS::S3::BucketPolicy')) as Resource[];
    const allowing = policy?.Properties.PolicyDocument.Statement.filter(({ Effect }: Statement) => Effect === 'Allow');
    const writers = allowing.map(({ Action, Principal }: Statement & { Principal: unknown }) => [Action, Principal]);
    const cloudTrail = { Service: 'cloudtrail.amazonaws.com' };
    expect(writers).toEqual([
      ['s3:GetBucketAcl', cloudTrail],
      ['s3:PutObject', cloudTrail],
    ]);
  });
});

describe('a development stage', () => {
  it('has no trail that it does not ask for, and the limit that it asks for', { timeout: 120_000 }, async () => {
    const app = await synthesize({ stage: 'dev', operationsTrail: false, secondOperatorAbove: '250.00' });
    app.template('Operations').resourceCountIs('AWS::CloudTrail::Trail', 0);
    expect(toldLimits(app)).toEqual(movers.map((name) => [name, '250.00']));
  });
});
