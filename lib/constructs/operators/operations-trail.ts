import { Duration, Validations } from 'aws-cdk-lib';
import { ReadWriteType, Trail } from 'aws-cdk-lib/aws-cloudtrail';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { outlivesItsStack } from '../../removal.ts';

/** As long as audit rows (`auditRetentionMs`). */
const retentionDays = 5 * 365;

/**
 * CloudTrail's record of who invoked the operators' functions and from where. It does not depend on the service, so it
 * also shows what the audit rows should contain. The bucket outlives its stack, because the record is evidence.
 */
export class OperationsTrail extends Construct {
  constructor(scope: Construct, id: string, props: { readonly functions: readonly IFunction[] }) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // Overwritten and deleted objects are kept for as long.
      versioned: true,
      lifecycleRules: [
        {
          expiration: Duration.days(retentionDays),
          noncurrentVersionExpiration: Duration.days(retentionDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: outlivesItsStack,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'This bucket holds a log of its own; logging the reads of logs would never end.',
    });
    const trail = new Trail(this, 'Trail', {
      bucket,
      enableFileValidation: true,
      isMultiRegionTrail: false,
      includeGlobalServiceEvents: false,
      // Management events of the account belong to the account's own trail.
      managementEvents: ReadWriteType.NONE,
    });
    trail.addLambdaEventSelector([...props.functions], {
      includeManagementEvents: false,
      readWriteType: ReadWriteType.ALL,
    });
  }
}
