import { beforeAll, describe, expect, test } from 'vitest';
import { checkCandidate } from '../../../shared/corridors/recipients/candidate.ts';
import { RecipientEntity, RecipientLookupEntity } from '../../../shared/corridors/recipients/recipient.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { expectError } from '../../support/answers.ts';
import { beforeFirst, createFaultyTable } from '../../support/faults.ts';
import { bodyOf, recipientBody, type TestOrganization } from '../../support/journey.ts';
import { routedCorridors } from '../../support/routed-corridors.ts';
import { type Answer, TestService } from '../../support/service.ts';

const bank = 'BOPIPHMM';
const accountNumber = '001234567890';

let service: TestService;
let of: TestOrganization;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

function payee(bankCode: string, more: { externalId?: string; accountNumber?: string } = {}) {
  const { accountNumber: number = accountNumber, ...names } = more;
  const body = recipientBody({ corridorId: 'php_ph_account', ...names });
  return { ...body, method: { ...body.method, recipientDetails: { bankCode, accountNumber: number } } };
}

const post = (body: object, by = of, on = service): Promise<Answer> =>
  on.post(`/recipients/${by.organizationId}`, by, body);

/** The rows that link an account, its own key first. */
function links(bankCode: string) {
  const { foundBy } = checkCandidate(routedCorridors, 'sandbox', payee(bankCode));
  return foundBy.accounts.map((value) =>
    refTo(RecipientLookupEntity, { organizationId: of.organizationId, by: 'account', value }),
  );
}

/** Leaves only the row that an earlier release wrote for a BIC, without or with `XXX`. */
async function linkAsEarlierRelease(row: 0 | 1): Promise<void> {
  const unknown = links(bank)[1 - row];
  if (unknown) await service.runtime.store.remove(unknown, {});
}

describe('a bank is one with and without XXX', () => {
  beforeAll(async () => {
    of = await service.organization();
  });

  test('so one account is one recipient, and is stored without', async () => {
    const first = bodyOf(await post(payee(bank, { externalId: 'ana' })), 201);
    expect(bodyOf(await post(payee('bopiphmm xxx', { externalId: 'ana' })), 201)).toEqual(first);
    const refused = await post(payee(`${bank}XXX`, { externalId: 'bea' }));
    expectError(refused, 'BANK_ACCOUNT_ALREADY_LINKED');
    expect(refused.body.existingRecipientId).toBe(first.recipientId);
    expect(first.methods[0].recipientDetails.bankCode).toBe(bank);
  });

  test('and another branch is another account', async () => {
    bodyOf(await post(payee(`${bank}001`, { externalId: 'cleo' })), 201);
  });

  test('and an earlier release finds it under either', async () => {
    const rows = await Promise.all(links(bank).map((link) => service.runtime.store.get(link)));
    expect(new Set(rows.map((row) => row?.recipientId)).size).toBe(1);
  });
});

describe.each([0, 1] as const)('a recipient that an earlier release linked by its row %i', (row) => {
  test('is found under both', async () => {
    of = await service.organization();
    const old = bodyOf(await post(payee(bank)), 201);
    await linkAsEarlierRelease(row);
    for (const bankCode of [bank, `${bank}XXX`]) {
      const refused = await post(payee(bankCode));
      expectError(refused, 'BANK_ACCOUNT_ALREADY_LINKED');
      expect(refused.body.existingRecipientId).toBe(old.recipientId);
    }
  });
});

describe('two recipients that an earlier release linked to one account', () => {
  /** Creates both as an earlier release would have: each by one of the rows. */
  async function pair(): Promise<[older: string, younger: string]> {
    of = await service.organization();
    const older = bodyOf(await post(payee(bank, { externalId: 'ana' })), 201);
    const [own, earlier] = links(bank);
    if (own) await service.runtime.store.remove(own, {});
    if (earlier) await service.runtime.store.remove(earlier, {});
    service.clock.advance(1);
    const younger = bodyOf(await post(payee(bank, { externalId: 'bea' })), 201);
    const { organizationId } = of;
    const value = checkCandidate(routedCorridors, 'sandbox', payee(bank)).foundBy.accounts[1] ?? '';
    await service.runtime.store.put(RecipientLookupEntity, {
      organizationId,
      by: 'account',
      value,
      recipientId: older.recipientId,
    });
    return [older.recipientId, younger.recipientId];
  }

  async function block(recipientId: string): Promise<void> {
    const { organizationId } = of;
    const recipient = await service.runtime.store.get(refTo(RecipientEntity, { organizationId, recipientId }));
    if (recipient) await service.runtime.store.put(RecipientEntity, { ...recipient, status: 'blocked' });
  }

  test('are each found by their external ids, and the older one by the account', async () => {
    const [older, younger] = await pair();
    expect(bodyOf(await post(payee(bank, { externalId: 'ana' })), 201).recipientId).toBe(older);
    expect(bodyOf(await post(payee(bank, { externalId: 'bea' })), 201).recipientId).toBe(younger);
    expect((await post(payee(bank))).body.existingRecipientId).toBe(older);
  });

  test.each([0, 1] as const)('are the blocked one, whichever it is: %i', async (which) => {
    const both = await pair();
    await block(both[which]);
    for (const externalId of [undefined, 'cleo', which === 0 ? 'bea' : 'ana']) {
      const refused = await post(payee(bank, externalId === undefined ? {} : { externalId }));
      expectError(refused, 'BANK_ACCOUNT_ALREADY_LINKED');
      expect(refused.body.existingRecipientId).toBe(both[which]);
    }
  });
});

test('two at once, with and without XXX, create one recipient', async () => {
  const table = await createFaultyTable();
  const other = await TestService.start({}, table);
  const by = await other.organization();
  let winner: Answer['body'];
  table.intercept(
    beforeFirst('TransactWrite', async () => {
      winner = bodyOf(await post(payee(`${bank}XXX`), by, other), 201);
    }),
  );
  const refused = await post(payee(bank), by, other);
  expectError(refused, 'BANK_ACCOUNT_ALREADY_LINKED');
  expect(refused.body.existingRecipientId).toBe(winner.recipientId);
});

test('a BIC for tests is refused in live only', () => {
  for (const bankCode of ['BOPIPHM0', 'BOPIPHM0XXX', 'bopiphm0 001']) {
    expect(() => checkCandidate(routedCorridors, 'live', payee(bankCode))).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ code: 'test_bic' })] }),
    );
    expect(checkCandidate(routedCorridors, 'sandbox', payee(bankCode)).foundBy.accounts.length).toBeGreaterThan(0);
  }
  expect(checkCandidate(routedCorridors, 'live', payee(bank)).details.bankCode).toBe(bank);
});
