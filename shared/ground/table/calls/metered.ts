import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactGetCommand,
} from '@aws-sdk/lib-dynamodb';
import { currentMeter, type Meter } from './meter.ts';

interface Command {
  readonly input: object;
}

/**
 * The fields that the meter reads from an answer, or from an error of the SDK. Transactions and batches report per
 * table.
 */
interface Told {
  readonly ConsumedCapacity?: ConsumedCapacity | readonly ConsumedCapacity[];
  readonly $metadata?: { readonly attempts?: number };
}

/** Wraps a client so that each call is counted in the meter of the current work. Requesting the units costs nothing. */
export function metered(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
  const send = async (command: Command) => {
    const meter = currentMeter();
    if (!meter) return client.send(command as never);
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    try {
      const answer = (await client.send(command as never)) as Told;
      countCalls(meter, answer);
      for (const consumed of [answer.ConsumedCapacity ?? []].flat()) countUnits(meter, consumed, isRead(command));
      return answer;
    } catch (error) {
      countCalls(meter, error as Told);
      throw error;
    }
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

function countCalls(meter: Meter, { $metadata }: Told): void {
  meter.count('tableCalls', $metadata?.attempts ?? 1);
}

/**
 * Transactions report read and write units separately, because a transaction that is sent twice only reads the second
 * time. Other calls use only one kind.
 */
function countUnits(meter: Meter, consumed: ConsumedCapacity, reads: boolean): void {
  const { CapacityUnits = 0, ReadCapacityUnits, WriteCapacityUnits } = consumed;
  const isTold = ReadCapacityUnits !== undefined || WriteCapacityUnits !== undefined;
  const [read, write] = isTold
    ? [ReadCapacityUnits ?? 0, WriteCapacityUnits ?? 0]
    : [reads ? CapacityUnits : 0, reads ? 0 : CapacityUnits];
  meter.count('readUnits', read);
  meter.count('writeUnits', write);
}

const readCommands = [GetCommand, BatchGetCommand, TransactGetCommand, QueryCommand];

/** Compares classes rather than their names, because a bundle renames classes. */
function isRead(command: Command): boolean {
  return readCommands.some((one) => command instanceof one);
}
