import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callOf } from '../../../../local/table/call.ts';
import { EmbeddedTable } from '../../../../local/table/embedded-table.ts';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import type { CardAcquirer } from '../../../../shared/ports/card-acquirer.ts';
import { sandboxAcquirer } from '../../../../shared/providers/sandbox/cards/acquirer.ts';

/** The sandbox's acquirer, with a memory of its own that takes no time and counts as nobody's. */
export function createAcquirerAside(clock: () => number): CardAcquirer {
  const memory = new EmbeddedTable({ now: clock });
  const send = async (command: Parameters<typeof callOf>[0]) => memory.perform(callOf(command));
  const client = { send } as unknown as DynamoDBDocumentClient;
  return sandboxAcquirer({ store: createStore({ client, tableName: memory.name }), clock });
}
