import { AttributeType, Billing, type ITableV2, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { tableDefinition } from '../../../shared/ground/table/definition.ts';
import { outlivesInProduction } from '../../removal.ts';
import type { Settings } from '../../settings.ts';
import type { StageParts } from '../capabilities/grant-capabilities.ts';
import type { PaymentsTable } from '../payments-table.ts';

/**
 * What the sandbox's rail, card acquirer and chains remember about payments. A real rail's memory is at the rail, so
 * this one is not part of the payments table, and stays unchanged when that is restored to the past (docs/adr/0032).
 */
export class SandboxPayments extends Construct {
  private readonly table: ITableV2;

  constructor(scope: Construct, id: string, props: { readonly settings: Settings; readonly payments: PaymentsTable }) {
    super(scope, id);
    const keep = props.settings.stage === 'prod';
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: tableDefinition.partitionKey, type: AttributeType.STRING },
      sortKey: { name: tableDefinition.sortKey, type: AttributeType.STRING },
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.customerManagedKey(props.payments.key),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: tableDefinition.timeToLive,
      deletionProtection: keep,
      removalPolicy: outlivesInProduction(props.settings),
    });
  }

  get parts(): StageParts {
    return {
      resources: { sandboxPayments: { arns: [this.table.tableArn] } },
      facts: { sandboxPaymentsTable: this.table.tableName },
    };
  }
}
