import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import { Edge, type EdgeProps } from '../constructs/edge.ts';

/** The public address that integrators call. */
export class EdgeStack extends Stack {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: StackProps & EdgeProps) {
    super(scope, id, props);
    const { domain } = props.settings;
    const edge = new Edge(this, 'Edge', props);
    this.distribution = edge.distribution;
    new CfnOutput(this, 'BaseUrl', { value: (domain ? `https://${domain.name}` : edge.url) + apiPrefix });
  }
}
