import { Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  Capacity,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableClass,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts';
import type { PageRules } from '../../shared/contract/page-rules.ts';
import { tableDefinition } from '../../shared/ground/table/definition.ts';
import { canaryOrganizationId } from '../../shared/identity/canary.ts';
import { keyActions } from '../../shared/providers/records/second-table.ts';
import { pageKeysOf, readingPageKeys } from '../page-keys.ts';
import { outlivesItsStack } from '../removal.ts';
import type { RestoredTable, Settings } from '../settings.ts';
import type { CapacityRange, TableBilling, WarmUnits } from '../table-settings.ts';
import type { StageParts } from './capabilities/grant-capabilities.ts';
import type { ServiceFunction } from './service-function.ts';

const readActions = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const writeActions = ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];
const streamActions = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];

/**
 * Partitions that every signed call can write, even if it only reads: its nonce, which it may remove again, and its
 * rate counter.
 */
export const callerKeys = ['NONCE#*', 'RATE#*'];

/** The single table and its key. CloudFormation names the table, so that a restored copy can exist next to it. */
export class PaymentsTable extends Construct {
  readonly table: ITableV2;
  readonly key: Key;

  constructor(scope: Construct, id: string, props: { readonly settings: Settings }) {
    super(scope, id);
    // Without the key, neither the table nor a restored copy of it can be read.
    this.key = new Key(this, 'Key', {
      // CloudFormation applies a new removal policy only together with a change of a property.
      description: `Sluice ${props.settings.stage}: payments table and its restored copies`,
      enableKeyRotation: true,
      removalPolicy: outlivesItsStack,
    });
    this.table = props.settings.restoredTable
      ? this.restored(props.settings.restoredTable)
      : this.create(props.settings);
  }

  /**
   * Lets a function read items, and write only what every signed call writes. It grants no index, because no decision
   * may depend on one.
   */
  grantRead(reader: ServiceFunction): void {
    reader.allow(readActions, [this.table.tableArn]);
    const actions = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];
    reader.allow(actions, [this.table.tableArn], within(callerKeys));
    this.grantKeyAndName(reader);
  }

  /** Lets a page read and write what belongs to its kind of page, or read it and count its rate. */
  grantPage(reader: ServiceFunction, page: PageRules, access: 'read' | 'write'): void {
    const keys = pageKeysOf(page);
    reader.allow(readActions, [this.table.tableArn], within(keys.read));
    reader.allow(writeActions, [this.table.tableArn], within(access === 'write' ? keys.write : readingPageKeys));
    this.grantKeyAndName(reader);
  }

  /** Lets a function read items, and write only the audit row of the read. */
  grantAuditedRead(reader: ServiceFunction): void {
    reader.allow(readActions, [this.table.tableArn]);
    reader.allow(['dynamodb:PutItem'], [this.table.tableArn], within(['AUDIT#*']));
    this.grantKeyAndName(reader);
  }

  /** Lets a function read and write items; transactions need no action of their own. */
  grantWrite(writer: ServiceFunction): void {
    writer.allow([...readActions, ...writeActions], [this.table.tableArn]);
    this.grantKeyAndName(writer);
  }

  /** Lets a function read the whole table, page by page. */
  grantScan(reader: ServiceFunction): void {
    reader.allow(['dynamodb:Scan'], [this.table.tableArn]);
  }

  /** What capabilities know about the table. */
  get parts(): StageParts {
    return {
      resources: {
        tableKey: { arns: [this.key.keyArn], conditions: this.byDynamoDb },
        recipients: {
          arns: [this.table.tableArn],
          conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['RECIPIENT#*', 'RECIPIENT_BY#*'] } },
        },
      },
      facts: {},
    };
  }

  /** Lets a function query the index for due rows, read those rows, and store its progress. */
  grantSweep(sweeper: ServiceFunction): void {
    sweeper.allow(['dynamodb:Query'], [`${this.table.tableArn}/index/due`]);
    sweeper.allow(['dynamodb:BatchGetItem'], [this.table.tableArn], within(['DUE#*']));
    sweeper.allow(['dynamodb:GetItem', 'dynamodb:PutItem'], [this.table.tableArn], within(['SWEEP#*']));
    this.grantKeyAndName(sweeper);
  }

  /** Lets the function that pays as the canary read its configuration and what its webhooks recorded. */
  grantCanaryPayer(payer: ServiceFunction): void {
    payer.allow(['dynamodb:GetItem'], [this.table.tableArn], leading(`CANARY#${canaryOrganizationId}`));
    this.grantKeyAndName(payer);
  }

  /** Lets the function that receives the canary's webhooks read the canary's endpoints, and record deliveries. */
  grantCanaryReceiver(receiver: ServiceFunction): void {
    receiver.allow(['dynamodb:Query'], [this.table.tableArn], leading(`WEBHOOK#${canaryOrganizationId}`));
    receiver.allow(['dynamodb:PutItem'], [this.table.tableArn], leading(`CANARY#${canaryOrganizationId}`));
    this.grantKeyAndName(receiver);
  }

  /** Lets a function list from an index, in addition to its other reads. */
  grantIndex(reader: ServiceFunction, index: NonNullable<AnyEndpoint['index']>): void {
    reader.allow(['dynamodb:Query'], [`${this.table.tableArn}/index/${index}`]);
  }

  grantStream(reader: ServiceFunction): void {
    reader.allow(streamActions, [this.streamArn]);
    // Not restricted to a calling service, unlike other uses of the key: Lambda's poller reads the stream in the
    // function's name.
    reader.allow(['kms:Decrypt'], [this.key.keyArn]);
  }

  get streamArn(): string {
    const arn = this.table.tableStreamArn;
    if (!arn) throw new Error('The payments table has no stream.');
    return arn;
  }

  private create({ stage, table }: Settings): ITableV2 {
    return new TableV2(this, 'Table', {
      partitionKey: { name: tableDefinition.partitionKey, type: AttributeType.STRING },
      sortKey: { name: tableDefinition.sortKey, type: AttributeType.STRING },
      billing: billingOf(table.billing),
      tableClass: table.infrequentAccess && TableClass.STANDARD_INFREQUENT_ACCESS,
      warmThroughput: warmThroughputOf(table.warm),
      encryption: TableEncryptionV2.customerManagedKey(this.key),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: tableDefinition.timeToLive,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      deletionProtection: stage === 'prod',
      // In every stage: a deployment that uses a restored table removes this one from the stack.
      removalPolicy: outlivesItsStack,
      globalSecondaryIndexes: Object.entries(tableDefinition.indexes).map(([indexName, index]) => ({
        indexName,
        partitionKey: { name: index.partitionKey, type: AttributeType.STRING },
        sortKey: { name: index.sortKey, type: attributeTypes[index.sortKeyType] },
        projectionType: ProjectionType[index.projection],
        warmThroughput: warmThroughputOf(table.warmIndex),
      })),
    });
  }

  /** Uses a restored table. The stack's own table leaves the stack and is kept. */
  private restored({ arn, streamArn }: RestoredTable): ITableV2 {
    return TableV2.fromTableAttributes(this, 'Table', { tableArn: arn, tableStreamArn: streamArn });
  }

  /** Passes the name of the table to a function. Every function gets it; the name alone permits nothing. */
  nameTo(user: ServiceFunction): void {
    user.tell('TABLE_NAME', this.table.tableName);
  }

  /** Only DynamoDB uses the key. */
  private get byDynamoDb() {
    return { StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(this).region}.amazonaws.com` } };
  }

  private grantKeyAndName(user: ServiceFunction): void {
    user.allow(keyActions, [this.key.keyArn], this.byDynamoDb);
    this.nameTo(user);
  }
}

/** Items whose partitions all match one of the patterns. */
function within(keys: readonly string[]) {
  return { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...keys] } };
}

/** Items of one partition. */
function leading(partition: string) {
  return { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [partition] } };
}

const attributeTypes = { number: AttributeType.NUMBER, string: AttributeType.STRING } as const;

/** An index has the capacity of the table unless it specifies its own. */
function billingOf(billing: TableBilling): Billing {
  if (billing.mode === 'on-demand') {
    return Billing.onDemand({ maxReadRequestUnits: billing.mostReads, maxWriteRequestUnits: billing.mostWrites });
  }
  return Billing.provisioned({ readCapacity: between(billing.reads), writeCapacity: between(billing.writes) });
}

/** A table that was on demand before starts with the minimum. */
function between({ least, most }: CapacityRange): Capacity {
  return Capacity.autoscaled({ minCapacity: least, maxCapacity: most, seedCapacity: least });
}

function warmThroughputOf(units: WarmUnits | undefined) {
  return units && { readUnitsPerSecond: units.reads, writeUnitsPerSecond: units.writes };
}
