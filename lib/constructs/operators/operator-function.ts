import { Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

import { type AnyOperation, operationFunctionName } from '../../../shared/contract/operation.ts';
import type { Settings } from '../../settings.ts';
import type { ArchiveBucket } from '../archive/archive-bucket.ts';
import type { CanaryKey } from '../canary/canary-key.ts';
import type { PaymentsTable } from '../payments-table.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StageSecret } from '../stage-secret.ts';
import type { SandboxPayments } from '../tables/sandbox-payments.ts';

/** A page of the longest operation reads some hundred items. */
const timeoutSeconds = 60;

export interface OperatorFunctionProps {
  readonly settings: Settings;
  readonly operation: AnyOperation;
  readonly code: Code;
  readonly table: PaymentsTable;
  readonly sandboxPayments: SandboxPayments;
  readonly sealingSecret: StageSecret;
  /** Absent where there is no CloudFront in front. */
  readonly originSecret: StageSecret | undefined;
  /** Absent where the stage archives no changes. */
  readonly archive: ArchiveBucket | undefined;
  /** Absent where the stage has no canary. */
  readonly canaryKey: CanaryKey | undefined;
}

/**
 * The Lambda of an operation of the platform's operators. It has no route or event source and can be invoked only with
 * permission in IAM. It is told the account of which its callers must be.
 */
export class OperatorFunction extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: OperatorFunctionProps) {
    super(scope, id);
    const { settings, operation, code, table, sealingSecret } = props;
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
    if (operation.asksRails) props.sandboxPayments.grantList(this.function);
    if (operation.usesSecrets) sealingSecret.grantRead(this.function);
    if (operation.readsArchive) props.archive?.grantRead(this.function, table);
    if (operation.readsCanaryKey) props.canaryKey?.grantPublicKey(this.function);
    if (operation.rotatesSecrets) this.letRotate(props);
  }

  private letRotate({ settings, sealingSecret, originSecret }: OperatorFunctionProps): void {
    sealingSecret.grantRotate(this.function);
    originSecret?.grantRotate(this.function);
    if (settings.originSecretVersion) this.function.tell('ORIGIN_SECRET_VERSION', settings.originSecretVersion);
  }
}
