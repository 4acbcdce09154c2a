import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { ServiceFunction } from '../../../lib/constructs/service-function.ts';
import type { Resource } from './synthesize.ts';

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
