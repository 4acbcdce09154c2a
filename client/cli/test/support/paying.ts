import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { advance, type Body, batchingOrganization, payee } from '../../../../test/functions/batches/support.ts';
import { serveOverHttp } from '../../../../test/support/http-service.ts';
import { bodyOf, expectSoundBooks, pathOf, type TestOrganization } from '../../../../test/support/journey.ts';
import type { TestService } from '../../../../test/support/service.ts';
import type { World } from '../../src/world.ts';
import { type Ended, runCli, temporaryFolder } from './run-cli.ts';

/** An organization that pays by the command line, and what it sees of the service. */
export interface Paying {
  readonly of: TestOrganization;
  readonly service: TestService;
  readonly destinationAccountId: string;
  readonly folder: string;
  /** Options that say which service is called, and as whom. */
  readonly connection: readonly string[];
  /** Writes a CSV file and returns its path. */
  file(rows: readonly string[], name?: string): string;
  /** `sluice batch …` against the service, which works on its batches while the command pauses. */
  run(args: readonly string[], world?: Partial<World>): Promise<Ended>;
  /** Lets the service work on every batch, once. */
  work(): Promise<void>;
  /** All that there are, by their references. */
  batches(): Promise<Body[]>;
  /** Number of payouts that there are by reference, after the books were found sound. */
  payouts(): Promise<Map<string, number>>;
  /** The rows of the results that were written for a file. */
  results(file: string): Record<string, string>[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startPaying(service: TestService, amount?: string): Promise<Paying> {
  // The command signs by the real clock where it is a process of its own.
  service.clock.now = Math.max(service.clock.now, Date.now());
  const http = await serveOverHttp(service);
  const of = await batchingOrganization(service, amount);
  // What the test itself reads takes nothing of the command's rate limit.
  const observer = { organizationId: of.organizationId, ...(await service.key(of.organizationId)) };
  const { methods } = await payee(service, of);
  const folder = temporaryFolder();
  const keyFile = join(folder, 'key.pem');
  writeFileSync(keyFile, of.privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  const connection = ['--base-url', http.baseUrl, '--organization', of.organizationId];
  connection.push('--key-id', of.key.id, '--key-file', keyFile);
  // Each call takes so long that the rate limits hold.
  const pacedFetch: typeof fetch = (input, init) => {
    service.clock.advance(700);
    return fetch(input, init);
  };
  const batches = async () =>
    bodyOf(await service.get(`${pathOf(of)}/payouts/batches?limit=100`, observer)).data.sort(byReference) as Body[];
  const work = async () => {
    for (const batch of await batches()) {
      if (/received|validating|creating/.test(batch.status)) await advance(service, of, batch);
    }
  };
  return {
    of,
    service,
    destinationAccountId: methods[0].destinationAccountId,
    folder,
    connection,
    batches,
    work,
    file(rows, name = 'payouts.csv') {
      const path = join(folder, name);
      writeFileSync(path, `${rows.join('\n')}\n`);
      return path;
    },
    run: (args, world) =>
      runCli(['batch', ...args, ...connection], {
        clock: () => service.clock.now,
        pause: work,
        fetch: pacedFetch,
        ...world,
      }),
    payouts: () => countPayouts(service, observer),
    results: (file) => {
      const path = `${file}.results.csv`;
      expect(existsSync(path)).toBe(true);
      return parse(readFileSync(path), { columns: true });
    },
    [Symbol.asyncDispose]: () => http.stop(),
  };
}

const byReference = (a: Body, b: Body) => a.externalReferenceId.localeCompare(b.externalReferenceId);

async function countPayouts(service: TestService, of: TestOrganization): Promise<Map<string, number>> {
  service.clock.advance(60_000);
  await expectSoundBooks(service, of);
  const found = new Map<string, number>();
  let cursor = '';
  for (;;) {
    const page = bodyOf(await service.get(`${pathOf(of)}/orders?limit=100${cursor}`, of));
    for (const { reference } of page.data) found.set(reference, (found.get(reference) ?? 0) + 1);
    if (!page.nextCursor) return found;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

/** The header and so many rows of 10.00, with references of their own. */
export function rowsTo({ destinationAccountId }: Pick<Paying, 'destinationAccountId'>, count: number): string[] {
  const rows = Array.from({ length: count }, (_, index) => `10.00,${destinationAccountId},line ${index}`);
  return ['amount,destinationAccountId,reference', ...rows];
}
