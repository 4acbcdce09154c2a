import { randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OperationAnswer } from '../../shared/contract/operation.ts';
import { operationsAddress } from '../service/operations-socket.ts';

/**
 * Performs an operation as the operator of the stack, through the socket in its data directory.
 * @throws Error if it is refused
 */
export async function operate(dataDirectory: string, operation: string, input: object): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest({
      socketPath: operationsAddress(dataDirectory),
      path: `/${operation}`,
      method: 'POST',
    });
    request.once('response', resolve).once('error', reject);
    request.end(JSON.stringify({ input, idempotencyKey: randomUUID() }));
  });
  const answer = JSON.parse(await text(response)) as OperationAnswer;
  if ('error' in answer) throw new Error(`The operation ${operation} was refused: ${answer.error.detail}`);
}
