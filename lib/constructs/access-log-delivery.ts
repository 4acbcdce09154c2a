import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/**
 * What CloudFront logs about a request. The list deliberately omits the query, because filters may contain names chosen
 * by a caller; the path and the Referer, because the addresses of pages contain tokens that give access to them; and
 * cookies. The gateway's log has the route.
 */
export const loggedFields = [
  'date',
  'time',
  'x-edge-request-id',
  'c-ip',
  'c-country',
  'x-host-header',
  'cs-method',
  'sc-status',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'x-edge-location',
  'cs-protocol',
  'cs-protocol-version',
  'ssl-protocol',
  'cs-bytes',
  'sc-bytes',
  'time-taken',
  'time-to-first-byte',
  'cs(User-Agent)',
];

export interface AccessLogDeliveryProps {
  /** Unique in the account. */
  readonly name: string;
  readonly distributionArn: string;
  readonly bucketArn: string;
}

/** CloudFront's standard logging (v2): the distribution, the bucket, and the delivery between them. */
export class AccessLogDelivery extends Construct {
  constructor(scope: Construct, id: string, { name, distributionArn, bucketArn }: AccessLogDeliveryProps) {
    super(scope, id);
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: bucketArn,
      outputFormat: 'json',
    });
    new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.ref,
      deliveryDestinationArn: destination.attrArn,
      recordFields: loggedFields,
    });
  }
}
