import { beforeAll, describe, expect, test } from 'vitest';
import { type Recipient, RecipientEntity } from '../../../shared/corridors/recipients/recipient.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import type { FaultyTable } from '../../support/faults.ts';
import { bodyOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import type { TestService } from '../../support/service.ts';
import { act, advance, type Body, batchingOrganization, batchOf, payee, startBatches, submitted } from './support.ts';

let table: FaultyTable;
let service: TestService;

beforeAll(async () => {
  ({ table, service } = await startBatches());
});

/** So many recipients like one, stored without the API: a batch to each is the dearest there is. */
async function recipients(
  of: TestOrganization,
  count: number,
  change: (index: number) => Partial<Recipient> = () => ({}),
) {
  const { organizationId } = of;
  const { store } = service.runtime;
  const { recipientId } = await payee(service, of);
  const one = (await store.get(refTo(RecipientEntity, { organizationId, recipientId }))) as Recipient;
  const accounts: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const suffix = service.runtime.ids.suffix(service.clock.now);
    const account = `acct_${suffix}`;
    const methods = one.methods.map((method) => ({ ...method, destinationAccountId: account }));
    await store.put(RecipientEntity, { ...one, recipientId: `rcp_${suffix}`, methods, ...change(index) });
    accounts.push(account);
  }
  return accounts;
}

/** What the worker writes while it does something: the writes of each transaction. */
async function commitsOf(act: () => Promise<unknown>): Promise<number[]> {
  const commits: number[] = [];
  table.intercept(async ({ name, input }, send) => {
    if (name === 'TransactWrite') commits.push((input.TransactItems as unknown[]).length);
    return send();
  });
  await act();
  table.intercept(undefined);
  return commits;
}

async function created(of: TestOrganization, items: readonly Body[]) {
  const batch = await submitted(service, of, items, { autoCommit: false });
  const validation = await commitsOf(() => advance(service, of, batch));
  bodyOf(await act(service, of, batch, 'confirm', of));
  const creation = await commitsOf(() => advance(service, of, batch));
  const { length } = items;
  expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed', counts: { created: length } });
  expect(await readFeed(service, of, 'type=payout.pending&limit=500')).toHaveLength(length);
  return { validation, creation };
}

/** DynamoDB takes no more writes in one transaction. */
const most = Array.from({ length: 100 }, (_, writes) => writes + 1);

describe('lines to a recipient each, with references', { timeout: 180_000 }, () => {
  const linesOf = (accounts: readonly string[], more: (index: number) => object = () => ({})) =>
    accounts.map((destinationAccountId, index) => ({
      destinationAccountId,
      amount: '1.00',
      reference: `line ${index}`,
      ...more(index),
    }));

  test('are, where there are 1,000, validated in 11 commits and created in 72: at most 7 writes a line', async () => {
    const of = await batchingOrganization(service);
    const { validation, creation } = await created(of, linesOf(await recipients(of, 1_000)));
    expect(validation).toHaveLength(11);
    expect(creation).toHaveLength(72);
    for (const writes of [...validation, ...creation]) expect(most).toContain(writes);
    // Two rows of each commit are the head and the batch; the last one ends the batch besides.
    const ofLines = creation.reduce((sum, writes) => sum + writes - 2, 0) - 2;
    expect(ofLines).toBeLessThanOrEqual(7 * 1_000);
  });

  test('are created twelve to a commit where a cap counts by end user, which makes 84 of 1,000: 8 writes a line', async () => {
    const of = await batchingOrganization(service);
    await setControls(service.runtime, of.organizationId, { limits: { perEndUserDaily: 100_00n } });
    const accounts = await recipients(of, 240, (index) => ({ endUserId: `user ${index}` }));
    const { creation } = await created(of, linesOf(accounts));
    expect(creation).toHaveLength(20);
    for (const writes of creation) expect(most).toContain(writes);
  });

  test('are created ten to a commit where lines name an end user beside their recipient’s: 9 writes a line', async () => {
    const of = await batchingOrganization(service);
    await setControls(service.runtime, of.organizationId, { limits: { perEndUserDaily: 100_00n } });
    const accounts = await recipients(of, 200, (index) => ({ endUserId: `user ${index}` }));
    const { creation } = await created(
      of,
      linesOf(accounts, (index) => ({ endUserId: `payer ${index}` })),
    );
    expect(creation).toHaveLength(20);
    for (const writes of creation) expect(most).toContain(writes);
  });
});
