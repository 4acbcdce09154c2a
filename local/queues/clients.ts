import { SQSClient } from '@aws-sdk/client-sqs';

/** The region that the stack's clients use. Nothing leaves the machine. */
export const localRegion = 'local';

export function clientSettings(endpoint: string, accessKeyId: string) {
  return { endpoint, region: localRegion, credentials: { accessKeyId, secretAccessKey: 'local' } };
}

/** A client of the local queues. It ignores the host in their URLs, which does not resolve. */
export function createQueueClient(endpoint: string): SQSClient {
  return new SQSClient({ ...clientSettings(endpoint, 'local'), useQueueUrlAsEndpoint: false });
}
