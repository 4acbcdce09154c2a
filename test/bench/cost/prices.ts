/** A price of AWS, in dollars for so many units. */
interface Price {
  readonly dollars: number;
  readonly per: number;
  readonly unit: string;
}

/**
 * The month of which the prices are, as far as known: nobody has compared them with AWS's pages since. Who does changes both
 * together.
 */
export const pricesOf = 'June 2025';
export const region = 'us-east-1';

const million = 1_000_000;

/**
 * List prices on demand, without free tiers, discounts and taxes. Published at aws.amazon.com/<service>/pricing, where
 * `service` is what stands in front of each.
 */
export const prices = {
  /** dynamodb: on demand, standard class. */
  writeUnit: { dollars: 0.625, per: million, unit: 'write request units' },
  readUnit: { dollars: 0.125, per: million, unit: 'read request units' },
  /** lambda: arm64, the first tier; each millisecond. */
  invocation: { dollars: 0.2, per: million, unit: 'invocations' },
  gigabyteSecond: { dollars: 0.0000133334, per: 1, unit: 'GB-seconds' },
  /** api-gateway: HTTP APIs, each 512 KB. */
  gatewayRequest: { dollars: 1, per: million, unit: 'requests' },
  /** cloudfront: HTTPS requests in the United States and Europe; functions; data to the internet. */
  edgeRequest: { dollars: 1, per: million, unit: 'requests' },
  edgeFunction: { dollars: 0.1, per: million, unit: 'runs' },
  edgeGigabyte: { dollars: 0.085, per: 1, unit: 'GB' },
  /** waf. */
  firewallRequest: { dollars: 0.6, per: million, unit: 'requests' },
  firewallList: { dollars: 5, per: 1, unit: 'lists a month' },
  firewallRule: { dollars: 1, per: 1, unit: 'rules a month' },
  /** sqs: standard queues; a batch of up to 64 KB is one request. */
  queueRequest: { dollars: 0.4, per: million, unit: 'requests' },
  /** cloudwatch: logs taken in, standard class; alarms of standard resolution; dashboards. */
  logGigabyte: { dollars: 0.5, per: 1, unit: 'GB' },
  alarm: { dollars: 0.1, per: 1, unit: 'alarms a month' },
  dashboard: { dollars: 3, per: 1, unit: 'dashboards a month' },
  /** ec2/pricing/on-demand: data from Lambda to the internet. */
  outGigabyte: { dollars: 0.09, per: 1, unit: 'GB' },
  /** kms, secrets-manager. */
  key: { dollars: 1, per: 1, unit: 'keys a month' },
  secret: { dollars: 0.4, per: 1, unit: 'secrets a month' },
} as const satisfies Record<string, Price>;

export type Priced = keyof typeof prices;

export function dollarsOf(name: Priced, amount: number): number {
  const { dollars, per } = prices[name];
  return (amount * dollars) / per;
}
