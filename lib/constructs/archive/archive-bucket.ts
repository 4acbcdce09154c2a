import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { outlivesItsStack } from '../../removal.ts';
import type { Settings } from '../../settings.ts';
import type { StageParts } from '../capabilities/grant-capabilities.ts';

/**
 * Stores every change of the table for some days: what a point-in-time restore undoes. It contains payees and their
 * accounts, so it has its own key. Bucket and key outlive their stack in every stage, because a bucket that is not
 * empty cannot be removed; its objects still expire.
 */
export class ArchiveBucket extends Construct {
  private readonly bucket: Bucket;
  readonly key: Key;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    super(scope, id);
    const kept = Duration.days(settings.archiveDays);
    this.key = new Key(this, 'Key', {
      description: `Sluice ${settings.stage}: archive of changes`,
      enableKeyRotation: true,
      removalPolicy: outlivesItsStack,
    });
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      // One call to KMS for many objects.
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      versioned: true,
      // In production, deleting or overwriting an object keeps the previous version.
      objectLockDefaultRetention: settings.stage === 'prod' ? ObjectLockRetention.governance(kept) : undefined,
      lifecycleRules: [
        { expiration: kept, noncurrentVersionExpiration: Duration.days(1) },
        { expiredObjectDeleteMarker: true, abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: outlivesItsStack,
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'One function adds and one reads, and both leave a line in their log for each call. CloudTrail data events tell of anybody else.',
    });
  }

  get parts(): StageParts {
    const conditions = { StringEquals: { 'kms:ViaService': `s3.${Stack.of(this).region}.amazonaws.com` } };
    return {
      resources: {
        archiveBucket: { arns: [this.bucket.bucketArn] },
        archivedChanges: {
          arns: [this.bucket.arnForObjects('changes/*')],
          acknowledged: [this.wildcard],
        },
        archiveKey: { arns: [this.key.keyArn], conditions },
      },
      facts: { archiveBucketName: this.bucket.bucketName },
    };
  }

  /** Its finding names the bucket in the form in which functions of other stacks import it. */
  private get wildcard() {
    const stack = Stack.of(this);
    const imported = stack.resolve(stack.exportValue(this.bucket.bucketArn))['Fn::ImportValue'];
    return {
      id: `AwsSolutions-IAM5[Resource::${imported}/changes/*]`,
      reason: 'The wildcard stands for the objects of the archive, whose names are made of time and content.',
    };
  }
}
