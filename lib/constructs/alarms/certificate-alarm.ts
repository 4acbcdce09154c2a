import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { alarmNames } from '../../names.ts';
import type { Domain } from '../../settings.ts';
import type { Alarms } from '../alarms.ts';

/** ACM renews 60 days before the end. An older certificate has not been renewed. */
const daysLeft = 30;

/** Raised in the certificate's region. */
export function raiseCertificateAlarm(scope: Construct, alarms: Alarms, { certificateArn }: Domain): void {
  alarms.raise(scope, alarmNames.certificateExpires, {
    metric: new Metric({
      namespace: 'AWS/CertificateManager',
      metricName: 'DaysToExpiry',
      dimensionsMap: { CertificateArn: certificateArn },
      statistic: 'Minimum',
      period: Duration.days(1),
    }),
    threshold: daysLeft,
    below: true,
    severity: 'low',
    tellsEnd: true,
    meaning: `The certificate of the stage's domain expires in less than ${daysLeft} days.`,
  });
}
