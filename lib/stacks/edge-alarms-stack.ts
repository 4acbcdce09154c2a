import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { raiseCertificateAlarm } from '../constructs/alarms/certificate-alarm.ts';
import { raiseEdgeAlarms } from '../constructs/alarms/edge-alarms.ts';
import { Alarms } from '../constructs/alarms.ts';
import type { Settings } from '../settings.ts';
import { firewallRegion } from './firewall-stack.ts';

export interface EdgeAlarmsStackProps extends StackProps {
  readonly settings: Settings;
  /** The stage's alarms, used if they are in the region of this stack. */
  readonly alarms: Alarms;
  readonly distribution: Distribution;
}

/**
 * The alarms of the edge and of its certificate, in the only region to which CloudFront reports. An alarm can notify
 * only topics of its own region, so a stage in another region has two more topics with the same subscribers.
 */
export class EdgeAlarmsStack extends Stack {
  readonly alarms: Alarms;

  constructor(scope: Construct, id: string, props: EdgeAlarmsStackProps) {
    super(scope, id, { ...props, env: { ...props.env, region: firewallRegion } });
    const { settings, distribution } = props;
    const isAbroad = settings.region !== firewallRegion;
    this.alarms = isAbroad ? new Alarms(this, 'Alarms', { settings }) : props.alarms;
    raiseEdgeAlarms(this, this.alarms, distribution.distributionId);
    if (settings.domain) raiseCertificateAlarm(this, this.alarms, settings.domain);
  }
}
