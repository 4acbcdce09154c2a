import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Discovered } from '../../functions/discover.ts';
import type { AnyOperation } from '../../shared/contract/operation.ts';
import { raiseFunctionAlarms } from '../constructs/alarms/function-alarms.ts';
import type { ArchiveBucket } from '../constructs/archive/archive-bucket.ts';
import type { CanaryKey } from '../constructs/canary/canary-key.ts';
import { type StageParts, together } from '../constructs/capabilities/grant-capabilities.ts';
import { OperationsTrail } from '../constructs/operators/operations-trail.ts';
import { OperatorFunction } from '../constructs/operators/operator-function.ts';
import type { CodeOf } from '../function-code.ts';
import { pascalCase } from '../names.ts';
import type { Settings } from '../settings.ts';
import type { FoundationStack } from './foundation-stack.ts';

export interface OperationsStackProps extends StackProps {
  readonly settings: Settings;
  readonly operations: readonly Discovered<AnyOperation>[];
  readonly codeOf: CodeOf;
  readonly foundation: FoundationStack;
  /** Undefined if the stage archives no changes. */
  readonly archive: ArchiveBucket | undefined;
  /** Undefined if the stage has no canary. */
  readonly canaryKey: CanaryKey | undefined;
}

/**
 * The functions of the platform's operators, the policy that makes a person an operator, and the trail of their
 * actions.
 */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: OperationsStackProps) {
    super(scope, id, props);
    const { settings, foundation, codeOf, canaryKey } = props;
    const { table, alarms } = foundation;
    const nothing = { resources: {}, facts: {} };
    const parts = together(foundation.parts, archiveOf(props), canaryKey?.parts ?? nothing);
    const functions = props.operations.map(({ file, declaration }) => {
      const code = codeOf(file);
      const props = { operation: declaration, code, settings, table, parts };
      return new OperatorFunction(this, pascalCase(declaration.name), props).function;
    });
    const operators = new ManagedPolicy(this, 'Operators', {
      description: `Sluice ${settings.stage}: may perform every operation of the platform`,
      statements: [
        new PolicyStatement({
          actions: ['lambda:InvokeFunction'],
          resources: functions.map(({ lambda }) => lambda.functionArn),
        }),
        // Credentials are sealed before they leave the operator's machine. Nobody there can open them again.
        new PolicyStatement({ actions: ['kms:Encrypt'], resources: [foundation.connectionsKey.key.keyArn] }),
      ],
    });
    new CfnOutput(this, 'OperatorsPolicy', { value: operators.managedPolicyArn });
    if (settings.operationsTrail) {
      new OperationsTrail(this, 'Trail', { functions: functions.map(({ lambda }) => lambda) });
    }
    raiseFunctionAlarms(this, alarms, 'operations', functions);
  }
}

/** Readers of the archive are told which stream belongs to the table in use. */
function archiveOf({ archive, foundation }: OperationsStackProps): StageParts {
  if (!archive) return { resources: {}, facts: {} };
  return together(archive.parts, { resources: {}, facts: { tableStreamArn: foundation.table.streamArn } });
}
