import { AttributeType, Billing, type ITableV2, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { tableDefinition } from '../../../shared/ground/table/definition.ts';
import { outlivesInProduction } from '../../removal.ts';
import type { Settings } from '../../settings.ts';
import type { PaymentsTable } from '../payments-table.ts';
import type { ServiceFunction } from '../service-function.ts';

/**
 * What the sandbox's rail, card acquirer and chains remember of payments. A real rail's memory is at the rail: so this one is no part of the
 * payments table, and stays as it is where that is restored to the past (docs/adr/0032).
 */
export class SandboxPayments extends Construct {
  private readonly table: ITableV2;
  private readonly payments: PaymentsTable;

  constructor(scope: Construct, id: string, props: { readonly settings: Settings; readonly payments: PaymentsTable }) {
    super(scope, id);
    const keep = props.settings.stage === 'prod';
    this.payments = props.payments;
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

  /** Lets who sends payouts or asks the acquirer note each call, and look up what it noted. It may remove nothing. */
  grantSend(sender: ServiceFunction): void {
    this.grant(sender, ['dynamodb:GetItem', 'dynamodb:PutItem']);
  }

  /** Lets a page look up what the sandbox's acquirer noted. */
  grantLookUp(reader: ServiceFunction): void {
    this.grant(reader, ['dynamodb:GetItem']);
  }

  /** Lets the check after a restore list what was sent, and a worker what was transferred on the sandbox's chains. */
  grantList(reader: ServiceFunction): void {
    this.grant(reader, ['dynamodb:Query']);
  }

  private grant(user: ServiceFunction, actions: readonly string[]): void {
    user.allow(actions, [this.table.tableArn]);
    this.payments.grantKey(user);
    user.tell('SANDBOX_PAYMENTS_TABLE', this.table.tableName);
  }
}
