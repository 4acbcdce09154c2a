import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { errorCatalog } from '../../shared/ground/errors/catalog.ts';
import type { Settings } from '../settings.ts';

/** Requests a minute and source address (specification, Limits: per source IP abuse ceiling). */
export const requestsPerAddress = 2000;
/** WAF looks at five minutes unless told: the ceiling would then be a fifth of what it says. */
const windowSeconds = 60;

const blocked = {
  type: 'RATE_LIMITED',
  status: errorCatalog.RATE_LIMITED.status,
  detail: `more than ${requestsPerAddress} requests in a minute from one address`,
  resolution: errorCatalog.RATE_LIMITED.resolution,
};

/**
 * The ceiling per source address. AWS's managed rules are left out on purpose: the body rules look at 16 KB and refuse
 * larger bodies, of which this API takes 1 MiB, and every call is signed and parsed against a schema behind it.
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

/** No sampled requests: they would keep callers' headers. */
function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}
