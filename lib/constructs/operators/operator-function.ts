import { Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

import { type AnyOperation, operationFunctionName } from '../../../shared/contract/operation.ts';
import type { Settings } from '../../settings.ts';
import { grantCapabilities, type StageParts } from '../capabilities/grant-capabilities.ts';
import type { PaymentsTable } from '../payments-table.ts';
import { ServiceFunction } from '../service-function.ts';

/** A page of the longest operation reads a few hundred items. */
const timeoutSeconds = 60;

export interface OperatorFunctionProps {
  readonly settings: Settings;
  readonly operation: AnyOperation;
  readonly code: Code;
  readonly table: PaymentsTable;
  /** What its capabilities are granted and passed. */
  readonly parts: StageParts;
}

/**
 * The Lambda function of an operation of the platform's operators. It has no route or event source and can be invoked
 * only with an IAM permission. It is passed the account that its callers must belong to.
 */
export class OperatorFunction extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: OperatorFunctionProps) {
    super(scope, id);
    const { settings, operation, code, table } = props;
    this.function = new ServiceFunction(this, 'Function', {
      settings,
      code,
      description: `Operation ${operation.name}: ${operation.summary}`.slice(0, 256),
      service: operation.name,
      timeoutSeconds,
      // Operators find the function by its name, without permission to list the functions of the account.
      functionName: operationFunctionName(settings.stage, operation.name),
    });
    this.function.tell('ACCOUNT_ID', Stack.of(this).account);
    if (operation.movesMoney) this.function.tell('SECOND_OPERATOR_ABOVE', settings.secondOperatorAbove);
    if (operation.tableAccess === 'none') table.nameTo(this.function);
    if (operation.tableAccess === 'read') table.grantAuditedRead(this.function);
    if (operation.tableAccess === 'write') table.grantWrite(this.function);
    if (operation.scansTable) table.grantScan(this.function);
    grantCapabilities(this.function, operation.uses ?? [], props.parts);
  }
}
