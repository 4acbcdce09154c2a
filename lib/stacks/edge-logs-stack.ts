import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { deliveryRegion } from '../constructs/access-log-bucket.ts';
import { AccessLogDelivery } from '../constructs/access-log-delivery.ts';
import type { Settings } from '../settings.ts';
import type { EdgeStack } from './edge-stack.ts';

export interface EdgeLogsStackProps extends StackProps {
  readonly settings: Settings;
  readonly edge: EdgeStack;
}

/** The delivery of CloudFront's access log, in a stack of its own, so that the rest can be in any region. */
export class EdgeLogsStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeLogsStackProps) {
    super(scope, id, { ...props, env: { ...props.env, region: deliveryRegion } });
    new AccessLogDelivery(this, 'Delivery', { name: `Sluice-${props.settings.stage}`, ...props.edge.logged() });
  }
}
