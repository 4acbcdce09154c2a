import { ArnFormat, Aws, Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { outlivesItsStack } from '../removal.ts';

/** The only region in which CloudFront's log deliveries can be created. */
export const deliveryRegion = 'us-east-1';

/** CloudFront's access logs of ninety days. The bucket outlives its stack, because the logs may be evidence. */
export class AccessLogBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [{ expiration: Duration.days(90), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: outlivesItsStack,
    });
    this.letDeliver();
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'This bucket holds access logs; logging the reads of logs would never end.',
    });
  }

  /** Only deliveries of this account can write, and only where AWS puts logs. */
  private letDeliver(): void {
    const source = { service: 'logs', region: deliveryRegion, resource: 'delivery-source', resourceName: '*' };
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [this.bucket.arnForObjects(`AWSLogs/${Aws.ACCOUNT_ID}/*`)],
        conditions: {
          StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control', 'aws:SourceAccount': Aws.ACCOUNT_ID },
          ArnLike: {
            'aws:SourceArn': Stack.of(this).formatArn({ ...source, arnFormat: ArnFormat.COLON_RESOURCE_NAME }),
          },
        },
      }),
    );
  }
}
