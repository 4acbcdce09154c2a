import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts';
import { tableDefinition } from '../../shared/ground/table/definition.ts';
import type { RestoredTable, Settings } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

const readActions = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const writeActions = ['dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];
const streamActions = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];
const keyActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/** What every signed call writes, a read too: its nonce, which it may give back, and its rate counter. */
export const callerKeys = ['NONCE#*', 'RATE#*'];

/** The one table with its key. Its name is CloudFormation's, so that a restored copy can stand beside it. */
export class PaymentsTable extends Construct {
  readonly table: ITableV2;
  private readonly key: Key;

  constructor(scope: Construct, id: string, props: { readonly settings: Settings }) {
    super(scope, id);
    const keep = props.settings.stage === 'prod';
    const removalPolicy = keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.key = new Key(this, 'Key', {
      description: `Sluice ${props.settings.stage}: payments table`,
      enableKeyRotation: true,
      removalPolicy,
    });
    this.table = props.settings.restoredTable
      ? this.restored(props.settings.restoredTable)
      : this.create(keep, removalPolicy);
  }

  /** Reads of items, and writes only of what a signed call leaves behind. No decision rests on an index. */
  grantRead(reader: ServiceFunction): void {
    reader.allow(readActions, [this.table.tableArn]);
    reader.allow(['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'], [this.table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': callerKeys },
    });
    this.introduce(reader);
  }

  /** Reads of items, and writes only of the audit row that says so. */
  grantAuditedRead(reader: ServiceFunction): void {
    reader.allow(readActions, [this.table.tableArn]);
    reader.allow(['dynamodb:PutItem'], [this.table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['AUDIT#*'] },
    });
    this.introduce(reader);
  }

  /** Reads and writes of items; transactions need no action of their own. */
  grantWrite(writer: ServiceFunction): void {
    writer.allow([...readActions, ...writeActions], [this.table.tableArn]);
    this.introduce(writer);
  }

  /** Keeps a function from payees and their accounts: from whoever calls addresses that customers name. */
  forbidRecipients(caller: ServiceFunction): void {
    caller.forbid([...readActions, ...writeActions], [this.table.tableArn], {
      'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['RECIPIENT#*', 'RECIPIENT_BY#*'] },
    });
  }

  /** Looks for due rows in the index. */
  grantSweep(sweeper: ServiceFunction): void {
    sweeper.allow(['dynamodb:Query'], [`${this.table.tableArn}/index/due`]);
    this.introduce(sweeper);
  }

  /** Lists from an index, beside what else it may read. */
  grantIndex(reader: ServiceFunction, index: NonNullable<AnyEndpoint['index']>): void {
    reader.allow(['dynamodb:Query'], [`${this.table.tableArn}/index/${index}`]);
  }

  grantStream(reader: ServiceFunction): void {
    reader.allow(streamActions, [this.streamArn]);
    // Not bound to a calling service as below: Lambda's poller reads the stream in the function's name.
    reader.allow(['kms:Decrypt'], [this.key.keyArn]);
  }

  get streamArn(): string {
    const arn = this.table.tableStreamArn;
    if (!arn) throw new Error('The payments table has no stream.');
    return arn;
  }

  private create(keep: boolean, removalPolicy: RemovalPolicy): ITableV2 {
    return new TableV2(this, 'Table', {
      partitionKey: { name: tableDefinition.partitionKey, type: AttributeType.STRING },
      sortKey: { name: tableDefinition.sortKey, type: AttributeType.STRING },
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.customerManagedKey(this.key),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: tableDefinition.timeToLive,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      deletionProtection: keep,
      removalPolicy,
      globalSecondaryIndexes: Object.entries(tableDefinition.indexes).map(([indexName, index]) => ({
        indexName,
        partitionKey: { name: index.partitionKey, type: AttributeType.STRING },
        sortKey: { name: index.sortKey, type: attributeTypes[index.sortKeyType] },
        projectionType: ProjectionType[index.projection],
      })),
    });
  }

  /** Leaves the table that it stands in for to its retention policy. */
  private restored({ arn, streamArn }: RestoredTable): ITableV2 {
    return TableV2.fromTableAttributes(this, 'Table', { tableArn: arn, tableStreamArn: streamArn });
  }

  /** Where the table is. Every function is told; the name alone allows nothing. */
  nameTo(user: ServiceFunction): void {
    user.tell('TABLE_NAME', this.table.tableName);
  }

  private introduce(user: ServiceFunction): void {
    user.allow(keyActions, [this.key.keyArn], {
      StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(this).region}.amazonaws.com` },
    });
    this.nameTo(user);
  }
}

const attributeTypes = { number: AttributeType.NUMBER, string: AttributeType.STRING } as const;
