import {
  CfnOutput,
  type CfnResource,
  CrossStackReferences,
  ReferenceStrength,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import type { CfnDistribution, Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import { AccessLogBucket } from '../constructs/access-log-bucket.ts';
import { Edge, type EdgeProps } from '../constructs/edge.ts';

/** The public address that integrators call. */
export class EdgeStack extends Stack {
  readonly distribution: Distribution;
  private readonly logs: AccessLogBucket;

  constructor(scope: Construct, id: string, props: StackProps & EdgeProps) {
    super(scope, id, props);
    const { domain } = props.settings;
    const edge = new Edge(this, 'Edge', props);
    this.distribution = edge.distribution;
    this.logs = new AccessLogBucket(this, 'Logs');
    // Read as outputs of this stack, across regions and without a reference that keeps anything in use.
    for (const read of [this.distribution, this.logs.bucket]) {
      CrossStackReferences.of(read.node.defaultChild as CfnResource).produce(ReferenceStrength.WEAK);
    }
    new CfnOutput(this, 'BaseUrl', { value: (domain ? `https://${domain.name}` : edge.url) + apiPrefix });
  }

  /** What is logged, and where. */
  logged(): { readonly distributionArn: string; readonly bucketArn: string } {
    const resourceName = (this.distribution.node.defaultChild as CfnDistribution).ref;
    const arn = { service: 'cloudfront', region: '', resource: 'distribution', resourceName };
    return {
      distributionArn: this.formatArn(arn),
      bucketArn: (this.logs.bucket.node.defaultChild as CfnBucket).attrArn,
    };
  }
}
