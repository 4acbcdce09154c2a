import { randomUUID } from 'node:crypto';
import { createTableClients } from '../../local/clients.ts';
import { createTable } from '../../local/create-table.ts';
import { createLeanClient } from './engine/lean-client.ts';
import type { Lane } from './engine/world.ts';

const tableName = 'simulation';

/** Hands out tables. Runs of one table differ in the names of their organizations. */
export class Lanes {
  readonly #endpoint: string;
  readonly #free: Lane[] = [];

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  /** Lends a table to one run. A run that failed may have left work that is due for ever: its table is not used again. */
  async use<T extends { readonly violations: readonly string[] }>(run: (lane: Lane) => Promise<T>): Promise<T> {
    const lane = this.#free.pop() ?? (await this.#open());
    const result = await run(lane);
    if (result.violations.length === 0) this.#free.push(lane);
    return result;
  }

  async #open(): Promise<Lane> {
    // Each key id has a database of its own, so that lanes do not wait for each other.
    const databaseKeyId = randomUUID().replaceAll('-', '');
    const { client } = createTableClients(this.#endpoint, databaseKeyId);
    await createTable(client, tableName, { stream: false });
    client.destroy();
    return { send: createLeanClient(this.#endpoint, databaseKeyId), tableName, runs: 0 };
  }
}
