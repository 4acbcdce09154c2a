import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../lib/settings.ts';
import { canaryWebhookPath } from '../../shared/contract/canary-function.ts';
import { actionsOf, type Statement } from './support/permissions.ts';
import { declaredFunctions, type Resource, type Synthesized, synthesize } from './support/synthesize.ts';

const { canary: declared } = await declaredFunctions();

/** The functions of the canary's stack by name, with the statements of their roles. */
function functionsOf(app: Synthesized) {
  const template = app.template('Canary');
  const policies = Object.values(template.findResources('AWS::IAM::Policy')) as Resource[];
  const functions = Object.values(template.findResources('AWS::Lambda::Function')) as Resource[];
  return Object.fromEntries(
    functions.map(({ Properties }) => {
      const [role] = Properties.Role['Fn::GetAtt'];
      const own = policies.filter((policy) => policy.Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role));
      const statements = own.flatMap((policy) => policy.Properties.PolicyDocument.Statement as Statement[]);
      return [Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME as string, { Properties, statements }];
    }),
  );
}

const allowing = (statements: readonly Statement[], service: string) =>
  statements.filter((statement) => actionsOf(statement).every((action) => action.startsWith(`${service}:`)));

/** What a role may do to the table: actions and the partition. */
const tableRights = (statements: readonly Statement[]) =>
  allowing(statements, 'dynamodb').map((statement) => [actionsOf(statement), statement.Condition]);
const leading = (partition: string) => ({ 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [partition] } });

describe('the canary of a stage', async () => {
  const app = await synthesize();
  const template = app.template('Canary');
  const { 'pay-canary': payer, 'receive-canary': receiver } = functionsOf(app);

  it('is every function that is declared for it, and none of another stack', () => {
    template.resourceCountIs('AWS::Lambda::Function', declared.length);
    expect(Object.keys(functionsOf(app)).sort()).toEqual(declared.map(({ declaration }) => declaration.name).sort());
  });

  it('has a P-256 key in KMS that can only sign, and that is gone with its stack', () => {
    template.resourceCountIs('AWS::KMS::Key', 1);
    template.hasResource('AWS::KMS::Key', {
      Properties: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' },
      DeletionPolicy: 'Delete',
    });
    template.resourceCountIs('AWS::SecretsManager::Secret', 0);
  });

  it('is paid by a function that may sign with that key, read the rows of the canary, and do nothing else', () => {
    const statements = payer?.statements ?? [];
    const [keyId = ''] = Object.keys(template.findResources('AWS::KMS::Key'));
    expect(tableRights(statements)).toEqual([[['dynamodb:GetItem'], leading('CANARY#canary')]]);
    const signing = statements.filter((statement) => actionsOf(statement).includes('kms:Sign'));
    expect(signing).toEqual([{ Effect: 'Allow', Action: 'kms:Sign', Resource: { 'Fn::GetAtt': [keyId, 'Arn'] } }]);
    expect(allowing(statements, 'secretsmanager')).toEqual([]);
    expect(otherServices(statements)).toEqual([]);
  });

  it('is heard by a function that may read the endpoints of the canary, and write its receipts', () => {
    const statements = receiver?.statements ?? [];
    expect(tableRights(statements)).toEqual([
      [['dynamodb:Query'], leading('WEBHOOK#canary')],
      [['dynamodb:PutItem'], leading('CANARY#canary')],
    ]);
    expect(statements.flatMap(actionsOf)).not.toContain('kms:Sign');
    expect(allowing(statements, 'secretsmanager').flatMap(actionsOf)).toEqual(['secretsmanager:GetSecretValue']);
    expect(otherServices(statements)).toEqual([]);
  });

  it('pays every five minutes through the public address, and is not started again by Lambda', () => {
    expect(payer?.Properties.Environment.Variables.API_ORIGIN).toBe('https://api.example.com');
    template.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(5 minutes)' });
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', { MaximumRetryAttempts: 0 });
    // A run ends before the next one begins.
    expect(payer?.Properties.Timeout).toBeLessThan(300);
  });

  it('receives at one route of the API, behind CloudFront as all of it', () => {
    const routes = Object.values(template.findResources('AWS::ApiGatewayV2::Route')) as Resource[];
    expect(routes.map(({ Properties }) => Properties.RouteKey)).toEqual([`POST ${canaryWebhookPath}`]);
  });

  it('wakes somebody when it has not succeeded for ten minutes, or not run at all', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: 'Sluice-prod-CanarySilent',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      EvaluationPeriods: 2,
      TreatMissingData: 'breaching',
      AlarmActions: [{ 'Fn::ImportValue': Match.stringLikeRegexp('AlarmsTopic') }],
    });
  });

  it("lets the operation that creates it read the key's public half, and no other operation", () => {
    const policies = Object.values(app.template('Operations').findResources('AWS::IAM::Policy')) as Resource[];
    // The operation on connections reads the keys that sign on chains, by their aliases alone.
    const reading = policies.filter(
      (policy) =>
        JSON.stringify(policy).includes('kms:GetPublicKey') && !JSON.stringify(policy).includes('kms:ResourceAliases'),
    );
    expect(reading).toHaveLength(1);
    expect(JSON.stringify(reading[0]?.Properties.Roles)).toContain('Canary');
    const statements: Statement[] = reading[0]?.Properties.PolicyDocument.Statement ?? [];
    expect(statements.filter((one) => actionsOf(one).includes('kms:GetPublicKey'))).toEqual([
      { Effect: 'Allow', Action: 'kms:GetPublicKey', Resource: { 'Fn::ImportValue': expect.any(String) } },
    ]);
    expect(JSON.stringify(policies)).not.toContain('kms:Sign');
  });

  it('calls the gateway where there is no CloudFront', async () => {
    const bare = await synthesize({ stage: 'dev', edge: false, canary: true });
    const { API_ORIGIN } = functionsOf(bare)['pay-canary']?.Properties.Environment.Variables ?? {};
    expect(API_ORIGIN).toEqual({ 'Fn::ImportValue': expect.stringContaining('-Api:') });
  });
});

describe('the setting canary', () => {
  const read = (context: Record<string, string>) => readSettings((key) => context[key], {});

  it('is off in dev, where nothing of the canary is then deployed', async () => {
    expect(read({}).canary).toBe(false);
    const app = await synthesize({ stage: 'dev', canary: false });
    expect([...app.templates.keys()]).not.toContain('Sluice-dev-Canary');
    expect(JSON.stringify([...app.templates.values()])).not.toContain('CANARY_KEY_ARN');
  });

  it('is refused where the public address cannot be known', () => {
    expect(() => read({ canary: 'true' })).toThrow(SettingsError);
    expect(read({ canary: 'true', edge: 'false' }).canary).toBe(true);
  });
});

/** Actions of services other than those that every function of the canary needs. */
function otherServices(statements: readonly Statement[]): string[] {
  return statements.flatMap(actionsOf).filter((action) => !/^(dynamodb|kms|logs|secretsmanager):/.test(action));
}
