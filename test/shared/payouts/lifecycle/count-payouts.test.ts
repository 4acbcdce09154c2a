import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { CapturedLog } from '../../../support/captured-log.ts';
import { valuesOf } from '../../../support/counted.ts';
import { createFaultyTable, type FaultyTable, transactionConflict } from '../../../support/faults.ts';
import {
  accept,
  addPayout,
  addQuote,
  addRecipient,
  bodyOf,
  fundedOrganization,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';

const captured = new CapturedLog();
let table: FaultyTable;
let service: TestService;
let organization: TestOrganization;

beforeEach(async () => {
  table = await createFaultyTable();
  service = await TestService.start({ log: captured.log }, table);
  organization = await fundedOrganization(service);
  captured.lines.length = 0;
});

/** The statuses that payouts were counted in since the last look, with how many, by corridor. */
function counted(): Record<string, number> {
  const found = valuesOf(captured.lines.splice(0), 'Payouts');
  const named = found.map(([by, count]) => ({ name: Object.values(by).join(' '), count }));
  const groups = Object.entries(Object.groupBy(named, ({ name }) => name));
  return Object.fromEntries(groups.map(([name, all = []]) => [name, all.reduce((sum, { count }) => sum + count, 0)]));
}

describe('a payout is counted, by status and corridor,', () => {
  test('once in each status that a commit brings it into', async () => {
    const recipient = await addRecipient(service, organization);
    bodyOf(await sendPayout(service, organization, recipient));
    expect(counted()).toEqual({ 'pending eur_de_iban': 1 });
    await settle(service);
    expect(counted()).toEqual({ 'processing eur_de_iban': 1, 'completed eur_de_iban': 1 });
  });

  test('in every status that one report of its rail skips', async () => {
    await addPayout(service, organization, { outcome: 'returned_by_bank' });
    await settle(service);
    expect(counted()).toMatchObject({ 'completed eur_de_iban': 1, 'returned eur_de_iban': 1 });
  });

  test('with others that one commit moves, each in its own corridor', async () => {
    for (const serial of [1, 2, 3]) await addPayout(service, organization, { serial });
    await addPayout(service, organization, { corridorId: 'brl_br_pix_key' });
    await settle(service);
    const one = ['processing', 'completed'].map((status) => [`${status} brl_br_pix_key`, 1]);
    const three = ['processing', 'completed'].map((status) => [`${status} eur_de_iban`, 3]);
    expect(counted()).toEqual(Object.fromEntries([...one, ...three]));
  });

  test('not when it is refused, and not when its answer is replayed', async () => {
    const recipient = await addRecipient(service, organization);
    const refused = await sendPayout(service, organization, recipient, { amount: '9999.00' });
    expect(refused.body.type).toBe('INSUFFICIENT_BALANCE');
    expect(counted()).toEqual({});

    const { snapshotId } = await addQuote(service, organization, recipient);
    const idempotencyKey = randomUUID();
    const path = `/payments/organizations/${organization.organizationId}/quotes/accept`;
    const send = () => service.post(path, organization, { snapshotId }, { idempotencyKey });
    bodyOf(await send());
    bodyOf(await send());
    expect(counted()).toEqual({ 'pending eur_de_iban': 1 });
  });

  test('once where others were first at its commit, and not where they were until its time was up', async () => {
    const recipient = await addRecipient(service, organization);
    const [one, other] = [
      await addQuote(service, organization, recipient),
      await addQuote(service, organization, recipient),
    ];
    let conflicts = 2;
    table.intercept(async ({ name }, send) => {
      if (name === 'TransactWrite' && conflicts-- > 0) throw transactionConflict();
      return send();
    });
    bodyOf(await accept(service, organization, one));
    expect(counted()).toEqual({ 'pending eur_de_iban': 1 });

    table.intercept(async ({ name }, send) => {
      if (name !== 'TransactWrite') return send();
      service.clock.advance(7_000);
      throw transactionConflict();
    });
    expect((await accept(service, organization, other)).status).toBe(429);
    expect(counted()).toEqual({});
  });
});
