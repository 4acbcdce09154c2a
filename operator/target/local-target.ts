import { request as httpRequest } from 'node:http';
import { ringOf } from '../../local/data/data-directory.ts';
import { sealWithRing } from '../../local/secrets/ring-credentials.ts';
import { operationsAddress } from '../../local/service/operations-socket.ts';
import type { OperationAnswer, OperationRequest } from '../../shared/contract/operation.ts';
import type { Target } from './target.ts';

const answerTimeoutMs = 60_000;

/** The stack that runs on a data directory of this machine. */
/** @param operator one of several operators as whom the user of this machine acts; absent for the user alone */
export function localTarget(dataDirectory: string, operator?: string): Target {
  const address = operationsAddress(dataDirectory);
  return {
    name: `the stack in ${dataDirectory}`,
    seal: async (text, sealedFor) => sealWithRing(ringOf(dataDirectory), text, sealedFor),
    async perform(operation, request) {
      const { status, text } = await send(address, operation, {
        ...request,
        ...(operator !== undefined && { proof: { operator } }),
      }).catch((error: NodeJS.ErrnoException) => {
        const isAbsent = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
        throw isAbsent
          ? new Error(
              `No stack accepts operations at ${address}. Start one (npm start), or name its folder with --data.`,
            )
          : error;
      });
      if (status !== 200)
        throw new Error(`The stack does not know this operation (${status}). It may be an older release.`);
      return JSON.parse(text) as OperationAnswer;
    },
  };
}

function send(socketPath: string, operation: string, body: OperationRequest) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const request = httpRequest({ socketPath, path: `/${operation}`, method: 'POST' }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    });
    request.setTimeout(answerTimeoutMs, () => request.destroy(new Error('The stack did not answer within a minute.')));
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}
