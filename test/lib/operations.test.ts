import { beforeAll, describe, expect, it } from 'vitest';
import { OperatorFunction } from '../../lib/constructs/operator-function.ts';
import { pascalCase } from '../../lib/names.ts';
import { allowed, environmentOf, statementsOf } from './support/permissions.ts';
import { declaredFunctions, type Resource, type Synthesized, synthesize } from './support/synthesize.ts';

const { operations } = await declaredFunctions();
const declared = operations.map(({ declaration }) => [declaration.name, declaration] as const);

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

  it('is what the policy of operators lets invoke, and nothing else', () => {
    const [policy] = Object.values(app.template('Operations').findResources('AWS::IAM::ManagedPolicy')) as Resource[];
    const [statement, ...others] = policy?.Properties.PolicyDocument.Statement ?? [];
    expect(others).toEqual([]);
    expect(statement.Action).toBe('lambda:InvokeFunction');
    expect(statement.Resource).toHaveLength(operations.length);
  });

  it.each(declared)('%s may do to the table what its declaration says', (name, { tableAccess }) => {
    const statements = statementsOf(functionOf(name));
    const writes = ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    const reads = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
    const expected = { none: [], read: reads, write: [...reads, ...writes] }[tableAccess];
    expect(allowed(statements, 'dynamodb')).toEqual(expected.sort());
    expect(allowed(statements, 'dynamodb', true)).toEqual(tableAccess === 'read' ? ['dynamodb:PutItem'] : []);
  });

  it.each(declared)('%s writes as a read only its audit row', (name, { tableAccess }) => {
    const conditions = statementsOf(functionOf(name))
      .filter((statement) => allowed([statement], 'dynamodb', true).length > 0)
      .map(({ Condition }) => Condition);
    const auditKeys = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['AUDIT#*'] } };
    expect(conditions).toEqual(tableAccess === 'read' ? [auditKeys] : []);
  });

  it.each(declared)(
    '%s is told what its declaration says',
    (name, { usesSecrets, rotatesSecrets, readsArchive, asksRails }) => {
      const origin = rotatesSecrets ? ['ORIGIN_SECRET_ARN'] : [];
      const sealing = usesSecrets || rotatesSecrets ? ['SEALING_SECRET_ARN'] : [];
      const archive = readsArchive ? ['ARCHIVE_BUCKET', 'TABLE_STREAM_ARN'] : [];
      const memory = asksRails ? ['SANDBOX_PAYMENTS_TABLE'] : [];
      const own = [...archive, ...origin, ...memory, ...sealing];
      expect(environmentOf(functionOf(name))).toEqual(
        [...own, 'POWERTOOLS_SERVICE_NAME', 'STAGE', 'TABLE_NAME'].sort(),
      );
    },
  );
});
