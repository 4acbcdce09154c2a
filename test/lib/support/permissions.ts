import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { ServiceFunction } from '../../../lib/constructs/service-function.ts';
import type { Resource, Synthesized } from './synthesize.ts';

export interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** Every statement of a function's role, as its template has it. */
export function statementsOf({ lambda }: ServiceFunction): Statement[] {
  const stack = Stack.of(lambda);
  const template = Template.fromStack(stack);
  const role = stack.resolve(lambda.role?.roleName).Ref as string;
  const policies = Object.values(template.findResources('AWS::IAM::Policy')) as Resource[];
  return policies
    .filter(({ Properties }) => JSON.stringify(Properties.Roles).includes(`"${role}"`))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}

/** The condition of a statement that is bounded by patterns of partitions. */
export function within(...keys: readonly string[]) {
  return { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
}

export function actionsOf(statement: Statement): string[] {
  return [statement.Action].flat();
}

/** Actions of one service that are allowed on anything, with or without a condition. */
export function allowed(statements: readonly Statement[], service: string, conditional = false): string[] {
  const actions = statements
    .filter(({ Effect, Condition }) => Effect === 'Allow' && conditional === (Condition !== undefined))
    .flatMap(actionsOf)
    .filter((action) => action.startsWith(`${service}:`));
  return [...new Set(actions)].sort();
}

/** What a function was told by environment. */
export function environmentOf({ lambda }: ServiceFunction): string[] {
  const stack = Stack.of(lambda);
  const id = stack.getLogicalId(lambda.node.defaultChild as never);
  const resource = Template.fromStack(stack).findResources('AWS::Lambda::Function')[id] as Resource;
  return Object.keys(resource.Properties.Environment.Variables).sort();
}

/** What any role of the stage may do by an action. */
export function allowing(app: Synthesized, action: string): { roles: string; statement: Statement }[] {
  return app
    .resources('AWS::IAM::Policy')
    .flatMap(({ Properties }) =>
      (Properties.PolicyDocument.Statement as Statement[])
        .filter((statement) => actionsOf(statement).includes(action))
        .map((statement) => ({ roles: JSON.stringify(Properties.Roles), statement })),
    );
}

/** Descriptions of the functions that are told something by environment. */
export function told(app: Synthesized, variable: string): string[] {
  const functions = app.resources('AWS::Lambda::Function');
  const those = functions.filter(({ Properties }) => variable in Properties.Environment.Variables);
  return those.map(({ Properties }) => Properties.Description);
}
