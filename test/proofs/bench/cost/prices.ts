/** A price of AWS, in dollars for so many units. */
interface Price {
  readonly dollars: number;
  readonly per: number;
  readonly unit: string;
  /** AWS's page of it, below `https://aws.amazon.com/`. */
  readonly page: string;
}

/**
 * When the prices were written down. Nobody has compared them with AWS's pages. Whoever does changes both this and the
 * sentence in `docs/cost.md` and `docs/settings.md`.
 */
export const pricesOf = 'November 2026';
export const region = 'us-east-1';

const million = 1_000_000;

/** List prices on demand, without free tiers, discounts and taxes. */
export const prices = {
  // DynamoDB, table class Standard.
  writeUnit: { dollars: 0.625, per: million, unit: 'write request units', page: 'dynamodb/pricing/on-demand' },
  readUnit: { dollars: 0.125, per: million, unit: 'read request units', page: 'dynamodb/pricing/on-demand' },
  storedMonth: { dollars: 0.25, per: 1, unit: 'GB-months stored', page: 'dynamodb/pricing/on-demand' },
  // Table class Standard-Infrequent Access.
  infrequentWriteUnit: {
    dollars: 0.78,
    per: million,
    unit: 'write request units, infrequent access',
    page: 'dynamodb/pricing/on-demand',
  },
  infrequentReadUnit: {
    dollars: 0.155,
    per: million,
    unit: 'read request units, infrequent access',
    page: 'dynamodb/pricing/on-demand',
  },
  infrequentStoredMonth: {
    dollars: 0.1,
    per: 1,
    unit: 'GB-months stored, infrequent access',
    page: 'dynamodb/pricing/on-demand',
  },
  // Of either class.
  backupMonth: {
    dollars: 0.2,
    per: 1,
    unit: 'GB-months of point-in-time recovery',
    page: 'dynamodb/pricing/on-demand',
  },
  // arm64, the first tier; each millisecond.
  invocation: { dollars: 0.2, per: million, unit: 'invocations', page: 'lambda/pricing' },
  gigabyteSecond: { dollars: 0.0000133334, per: 1, unit: 'GB-seconds', page: 'lambda/pricing' },
  // HTTP APIs, each 512 KB.
  gatewayRequest: { dollars: 1, per: million, unit: 'requests to an HTTP API', page: 'api-gateway/pricing' },
  // HTTPS requests in the United States and Europe; functions; data to the internet.
  edgeRequest: { dollars: 1, per: million, unit: 'requests to CloudFront', page: 'cloudfront/pricing' },
  edgeFunction: { dollars: 0.1, per: million, unit: 'runs of a CloudFront function', page: 'cloudfront/pricing' },
  edgeGigabyte: { dollars: 0.085, per: 1, unit: 'GB from CloudFront', page: 'cloudfront/pricing' },
  firewallRequest: { dollars: 0.6, per: million, unit: 'requests to WAF', page: 'waf/pricing' },
  firewallList: { dollars: 5, per: 1, unit: 'lists a month', page: 'waf/pricing' },
  firewallRule: { dollars: 1, per: 1, unit: 'rules a month', page: 'waf/pricing' },
  // Standard queues; a batch of up to 64 KB is one request.
  queueRequest: { dollars: 0.4, per: million, unit: 'requests to a queue', page: 'sqs/pricing' },
  // Logs taken in, standard class; each metric of an alarm of standard resolution.
  logGigabyte: { dollars: 0.5, per: 1, unit: 'GB of logs', page: 'cloudwatch/pricing' },
  customMetric: { dollars: 0.3, per: 1, unit: 'custom metrics a month', page: 'cloudwatch/pricing' },
  alarm: { dollars: 0.1, per: 1, unit: 'metrics of alarms a month', page: 'cloudwatch/pricing' },
  compositeAlarm: { dollars: 0.5, per: 1, unit: 'composite alarms a month', page: 'cloudwatch/pricing' },
  dashboard: { dollars: 3, per: 1, unit: 'dashboards a month', page: 'cloudwatch/pricing' },
  // Data from Lambda to the internet.
  outGigabyte: { dollars: 0.09, per: 1, unit: 'GB to the internet', page: 'ec2/pricing/on-demand' },
  key: { dollars: 1, per: 1, unit: 'keys a month', page: 'kms/pricing' },
  signature: { dollars: 15, per: million, unit: 'signatures by a P-256 key', page: 'kms/pricing' },
  secret: { dollars: 0.4, per: 1, unit: 'secrets a month', page: 'secrets-manager/pricing' },
} as const satisfies Record<string, Price>;

export type Priced = keyof typeof prices;

export function dollarsOf(name: Priced, amount: number): number {
  const { dollars, per } = prices[name];
  return (amount * dollars) / per;
}
