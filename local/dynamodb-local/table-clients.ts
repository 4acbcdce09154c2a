import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { documentClient } from '../../shared/ground/table/document-client.ts';
import { clientSettings, localRegion } from '../queues/clients.ts';

interface Headed {
  readonly headers: Record<string, string>;
}

/** Replaces the signature, of which DynamoDB Local reads only the key id and the region. */
function unsigned(accessKeyId: string) {
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20400102/${localRegion}/dynamodb/aws4_request, SignedHeaders=host, Signature=none`;
  return {
    async sign<Request extends Headed>(request: Request): Promise<Request> {
      request.headers.authorization = authorization;
      return request;
    },
  };
}

/** Clients of DynamoDB Local. The key id names the database there. */
export function createTableClients(endpoint: string, databaseKeyId: string) {
  const client = new DynamoDBClient({ ...clientSettings(endpoint, databaseKeyId), signer: unsigned(databaseKeyId) });
  return {
    client,
    documents: documentClient(client),
    streams: new DynamoDBStreamsClient(clientSettings(endpoint, databaseKeyId)),
  };
}
