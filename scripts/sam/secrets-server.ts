import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';

/**
 * Answers `GetSecretValue` like Secrets Manager, on loopback. Functions read the stage's secret before anything else,
 * and the one-machine stack has no Secrets Manager. Only callers that know the ARN get the secret.
 */
export async function startSecretsServer(port: number, arn: string, secret: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { SecretId } = ((await json(request).catch(() => undefined)) ?? {}) as { SecretId?: string };
    const isKnown = request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue' && SecretId === arn;
    response.writeHead(isKnown ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(
      JSON.stringify(
        isKnown ? { ARN: arn, SecretString: secret, VersionId: 'only' } : { __type: 'ResourceNotFoundException' },
      ),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
