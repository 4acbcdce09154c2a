import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { errorCatalog } from '../../shared/ground/errors/catalog.ts';
import { docsOf } from '../../shared/ground/errors/error-body.ts';
import type { Settings } from '../settings.ts';

/** Requests per minute and source address (specification, Limits: per source IP abuse ceiling). */
export const requestsPerAddress = 2000;
/** WAF's default window is five minutes, in which the limit would be a fifth of what it should be. */
const windowSeconds = 60;

const blocked = {
  type: 'RATE_LIMITED',
  status: errorCatalog.RATE_LIMITED.status,
  detail: `more than ${requestsPerAddress} requests in a minute from one address`,
  resolution: errorCatalog.RATE_LIMITED.resolution,
  docs: docsOf('RATE_LIMITED'),
};

/**
 * The limit per source address. AWS's managed rules are deliberately omitted: their body rules examine 16 KB and refuse
 * larger bodies, while this API accepts 1 MiB, and 2.5 MiB for batches, and every call is signed and afterwards parsed
 * with a schema.
 */
export class Firewall extends Construct {
  readonly acl: CfnWebACL;

  constructor(scope: Construct, id: string, props: { readonly settings: Settings }) {
    super(scope, id);
    this.acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(`Sluice-${props.settings.stage}`),
      customResponseBodies: {
        rateLimited: { contentType: 'APPLICATION_JSON', content: JSON.stringify(blocked) },
      },
      rules: [
        {
          name: 'RequestsPerAddress',
          priority: 0,
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: requestsPerAddress,
              evaluationWindowSec: windowSeconds,
            },
          },
          action: {
            block: {
              customResponse: {
                responseCode: blocked.status,
                customResponseBodyKey: 'rateLimited',
                responseHeaders: [{ name: 'retry-after', value: String(windowSeconds) }],
              },
            },
          },
          visibilityConfig: visibility('RequestsPerAddress'),
        },
      ],
    });
  }
}

/** Takes no sampled requests, which would store callers' headers. */
export function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}
