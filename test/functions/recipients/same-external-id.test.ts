import { beforeAll, describe, expect, test } from 'vitest';
import { RecipientEntity, RecipientLookupEntity } from '../../../shared/corridors/recipients/recipient.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { beforeFirst, createFaultyTable } from '../../support/faults.ts';
import { addRecipient, bodyOf, recipientBody, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

let service: TestService;
let of: TestOrganization;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

const composed = 'Café\u0020Zoë';
const decomposed = composed.normalize('NFD');
const withOtherSpace = 'Café\u00a0Zoë';

const post = (options: Parameters<typeof recipientBody>[0], by = of, on = service): Promise<Answer> =>
  on.post(`/recipients/${by.organizationId}`, by, recipientBody(options));

async function list(externalId: string, by = of, on = service): Promise<Answer['body'][]> {
  const query = `?externalId=${encodeURIComponent(externalId)}`;
  return bodyOf(await on.get(`/recipients/${by.organizationId}${query}`, by)).data;
}

/** Removes the row by which a recipient is found by the form of its external id, as an earlier release left it out. */
async function storedByEarlierRelease(externalId: string): Promise<void> {
  const { organizationId } = of;
  const value = externalId.normalize('NFC');
  await service.runtime.store.remove(refTo(RecipientLookupEntity, { organizationId, by: 'externalId', value }), {});
}

describe('an external id', () => {
  beforeAll(async () => {
    of = await service.organization();
  });

  test('is answered and stored as it was sent, and finds the recipient in any way to write it', async () => {
    const created = await addRecipient(service, of, { externalId: decomposed, serial: 1 });
    expect(created.externalId).toBe(decomposed);
    for (const written of [decomposed, composed, withOtherSpace, 'Cafe\u0301 Zoë', 'Café\ufe0f Zoë'])
      expect(await list(written)).toEqual([created]);
    expect(await list('café zoë')).toEqual([]);
    for (const externalId of [composed, withOtherSpace])
      expect(bodyOf(await post({ externalId, serial: 1 }), 201)).toEqual(created);
    const { recipientId } = created;
    const stored = await service.runtime.store.get(refTo(RecipientEntity, { ...of, recipientId }));
    expect(stored?.externalId).toBe(decomposed);
  });

  test('names one recipient, however it is written', async () => {
    const [existing] = await list(composed);
    const refused = await post({ externalId: withOtherSpace, serial: 2 });
    expectError(refused, 'BENEFICIARY_EXTERNAL_ID_CONFLICT');
    expect(refused.body.existingRecipientId).toBe(existing.recipientId);
  });

  test('belongs to its organization, however it is written', async () => {
    const other = await service.organization();
    expect(await list(withOtherSpace, other)).toEqual([]);
    const theirs = bodyOf(await post({ externalId: withOtherSpace, serial: 2 }, other), 201);
    expect(await list(composed, other)).toEqual([theirs]);
    expect(await list(composed)).not.toContainEqual(theirs);
  });

  test('of the most bytes that it may have in its form fits into the table', async () => {
    const externalId = '\ufb2c'.repeat(255);
    const created = await addRecipient(service, of, { externalId, serial: 3 });
    expect(await list(externalId.normalize('NFC').slice(0, 255))).toEqual([]);
    expect(await list(externalId)).toEqual([created]);
  });

  test('that is its own form has one row, and any other has one more', async () => {
    const rows = async () => (await storedItems(service)).filter(({ _et }) => _et === 'recipientLookup').length;
    const before = await rows();
    await addRecipient(service, of, { externalId: 'plain', serial: 4 });
    expect(await rows()).toBe(before + 2);
    await addRecipient(service, of, { externalId: 'plai\u0301n', serial: 5 });
    expect(await rows()).toBe(before + 5);
  });
});

describe('two at once', () => {
  beforeAll(async () => {
    of = await service.organization();
  });

  test('with one external id, written differently, and one account create one recipient', async () => {
    const writings = [composed, decomposed, withOtherSpace, composed, decomposed, withOtherSpace];
    const answers = await Promise.all(writings.map((externalId) => post({ externalId, serial: 1 })));
    expect(new Set(answers.map((answer) => bodyOf(answer, 201).recipientId)).size).toBe(1);
  });

  test('with one external id, written differently, and other accounts: one is created', async () => {
    const writings = ['Zoé', 'Zoe\u0301', 'Zoé\u200c'.replace('\u200c', '\ufe0e')];
    const answers = await Promise.all(writings.map((externalId, index) => post({ externalId, serial: 10 + index })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await list('Zoé')).toHaveLength(1);
  });

  test.each([
    [decomposed, composed],
    [composed, decomposed],
    [decomposed, withOtherSpace],
  ])('%j after %j was committed between its look and its own commit is the other', async (second, first) => {
    const table = await createFaultyTable();
    const other = await TestService.start({}, table);
    const by = await other.organization();
    let winner: Answer['body'];
    table.intercept(
      beforeFirst('TransactWrite', async () => {
        winner = bodyOf(await post({ externalId: first, serial: 1 }, by, other), 201);
      }),
    );
    expectError(await post({ externalId: second, serial: 2 }, by, other), 'BENEFICIARY_EXTERNAL_ID_CONFLICT');
    expect(await list(second, by, other)).toEqual([winner]);
  });
});

describe('a recipient of an earlier release', () => {
  beforeAll(async () => {
    of = await service.organization();
  });

  test('is found by its external id as it was sent, and its create again answers it', async () => {
    const old = await addRecipient(service, of, { externalId: decomposed, serial: 1 });
    await storedByEarlierRelease(decomposed);
    expect(await list(decomposed)).toEqual([old]);
    expect(bodyOf(await post({ externalId: decomposed, serial: 1 }), 201)).toEqual(old);
    expectError(await post({ externalId: decomposed, serial: 2 }), 'BENEFICIARY_EXTERNAL_ID_CONFLICT');
  });

  test('stands beside one of the same form: the exact match wins, and lists give both, it first', async () => {
    const [old] = await list(decomposed);
    const young = bodyOf(await post({ externalId: composed, serial: 3 }), 201);
    expect(await list(decomposed)).toEqual([old, young]);
    expect(await list(composed)).toEqual([young]);
    expect(await list(withOtherSpace)).toEqual([young]);
    expect(bodyOf(await post({ externalId: decomposed, serial: 1 }), 201)).toEqual(old);
    expect(bodyOf(await post({ externalId: composed, serial: 3 }), 201)).toEqual(young);
  });

  test('is what an earlier release finds, too, of what this one stores', async () => {
    const externalId = 'Ana\u00a0Lima';
    const { recipientId } = await addRecipient(service, of, { externalId, serial: 4 });
    const { organizationId } = of;
    const asSent = refTo(RecipientLookupEntity, { organizationId, by: 'externalId', value: externalId });
    expect(await service.runtime.store.get(asSent)).toMatchObject({ recipientId });
  });
});
