import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock, Sleep } from '../time/clock.ts';
import { systemSleep } from '../time/system-time.ts';
import { conflictPauseMs, type TableAccess } from './calls/access.ts';
import { metered } from './calls/metered.ts';
import { rangeReaders } from './calls/query-items.ts';
import { itemReaders } from './calls/read-items.ts';
import { itemWriters } from './calls/write-items.ts';
import type { Store } from './store.ts';
import { TableClock, watchClock } from './table-clock.ts';

interface StoreOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Compared with the table's clock. Absent on one machine, where both are the same. */
  readonly clock?: Clock;
  readonly sleep?: Sleep;
  /** A number from 0 to 1, for jitter. */
  readonly random?: () => number;
}

export function createStore(options: StoreOptions): Store {
  const { client, tableName, clock, sleep = systemSleep, random = Math.random } = options;
  const access: TableAccess = {
    client: metered(client),
    TableName: tableName,
    pause: (attempt) => sleep(random() * attempt * conflictPauseMs),
  };
  return {
    ...itemReaders(access),
    ...rangeReaders(access),
    ...itemWriters(access),
    tableClock: clock ? watchClock(client, clock) : new TableClock(),
    client,
    tableName,
  };
}
