import { beforeEach, describe, expect, test } from 'vitest';
import type { Corridor, CreateRecipient } from '../../client/src/index.ts';
import { quotedByName } from '../support/quotes.ts';
import {
  availableOf,
  blockedPayeeOf,
  type Caller,
  callerOf,
  changeOrganization,
  faultsOf,
  newCaller,
  recipientOf,
  refusalOf,
  useService,
} from './support.ts';

const stage = useService();
let caller: Caller;

beforeEach(async () => {
  caller = await newCaller(stage.http);
});

const create = (body: object) => caller.sluice.createRecipient(body as CreateRecipient);
const everyRecipient = async () => (await caller.sluice.listRecipients()).data;

/** Creates a recipient with another value of a field. */
const createWith = (field: object) => create({ ...recipientOf(), ...field });
const createBy = (field: object) => createWith({ method: { ...recipientOf().method, ...field } });

/** A recipient of a corridor, made from nothing but the listing. */
function recipientIn({ country, currency, recipientFields }: Corridor) {
  const recipientDetails = Object.fromEntries(recipientFields.map(({ name, example }) => [name, example]));
  return { type: 'individual', name: 'Ana Souza', country, method: { kind: 'fiat', currency, recipientDetails } };
}

describe('Resources and their fields > Recipient', quotedByName, () => {
  test('`type` | string (`individual` is used)', async () => {
    expect((await createWith({ type: 'individual' })).type).toBe('individual');
    for (const type of [7, '', 'robot']) expect(await faultsOf(createWith({ type }))).toEqual(['type']);
  });

  test('`name` | string', async () => {
    expect((await createWith({ name: 'Ana Júlia Souza' })).name).toBe('Ana Júlia Souza');
    for (const name of [7, null, { first: 'Ana' }]) expect(await faultsOf(createWith({ name }))).toEqual(['name']);
  });

  test('`country` | country code string', async () => {
    expect((await createWith({ country: 'DE' })).country).toBe('DE');
    for (const country of ['de', 'DEU', 'Germany', 49]) {
      expect(await faultsOf(createWith({ country })), String(country)).toEqual(['country']);
    }
  });

  test("`externalId` | caller's unique key for the recipient", async () => {
    const first = await create(recipientOf({ externalId: 'ana' }));
    expect(first.externalId).toBe('ana');
    expect(await create(recipientOf({ externalId: 'ana' }))).toEqual(first);
    await refusalOf(create(recipientOf({ externalId: 'ana', serial: 1 })));
    await create(recipientOf({ externalId: 'bea', serial: 1 }));
    expect((await everyRecipient()).map(({ externalId }) => externalId).toSorted()).toEqual(['ana', 'bea']);
    // Another organization has keys of its own.
    const other = await newCaller(stage.http, '0');
    const theirs = await other.sluice.createRecipient(recipientOf({ externalId: 'ana' }));
    expect(theirs.recipientId).not.toBe(first.recipientId);
  });

  test('`endUserId` | string', async () => {
    expect((await createWith({ endUserId: 'user-1' })).endUserId).toBe('user-1');
    for (const endUserId of [7, { id: 'user-1' }]) {
      expect(await faultsOf(createWith({ endUserId }))).toEqual(['endUserId']);
    }
  });

  test('`method.kind` | string (`fiat` is used)', async () => {
    expect((await createBy({ kind: 'fiat' })).methods).toMatchObject([{ kind: 'fiat' }]);
    for (const kind of [7, 'cheque']) expect(await faultsOf(createBy({ kind }))).toEqual(['method.kind']);
  });

  test('`method.currency` | ISO 4217 code', async () => {
    expect((await createBy({ currency: 'EUR' })).methods).toMatchObject([{ currency: 'EUR' }]);
    for (const currency of ['eur', 'EURO', '€', 978]) {
      expect(await faultsOf(createBy({ currency })), String(currency)).toEqual(['method.currency']);
    }
  });

  test('`method.recipientDetails` | object of corridor fields, named exactly as the corridors listing names them', async () => {
    const { data } = await caller.sluice.listCorridors();
    expect(new Set(data.map(({ currency }) => currency)).size).toBeGreaterThan(5);
    for (const corridor of data) {
      const body = recipientIn(corridor);
      const details = body.method.recipientDetails;
      const withDetails = (recipientDetails: object) =>
        create({ ...body, method: { ...body.method, recipientDetails } });
      for (const { name, required } of corridor.recipientFields) {
        const { [name]: value, ...rest } = details;
        const path = `method.recipientDetails.${name}`;
        if (required) expect(await faultsOf(withDetails(rest))).toContain(path);
        const renamed = await faultsOf(withDetails({ ...rest, [name.toUpperCase()]: value }));
        expect(renamed, path).toContain(`method.recipientDetails.${name.toUpperCase()}`);
      }
      const [method] = (await create(body)).methods;
      expect(Object.keys(method?.recipientDetails ?? {}).toSorted()).toEqual(Object.keys(details).toSorted());
    }
  });

  test('A recipient refused by screening is stored as blocked and every payout to it is refused.', async () => {
    const destinationAccountId = await blockedPayeeOf(caller);
    expect(await everyRecipient()).toMatchObject([{ status: 'blocked', methods: [{ destinationAccountId }] }]);
    const payout = { amount: '10.00', destinationAccountId };
    const refused = { type: 'PAYOUT_REFUSED', status: 422 };
    expect(await refusalOf(caller.sluice.createQuote(payout))).toMatchObject(refused);
    expect(await refusalOf(caller.sluice.createPayout(payout))).toMatchObject(refused);
    // Another key, or a payout that waits for approval, is refused as well.
    const key = await stage.http.service.key(caller.of.organizationId);
    const other = callerOf(stage.http, { ...caller.of, ...key });
    await changeOrganization(stage.http, caller.of, { approvals: { threshold: 1n, quorum: 1, approvers: ['ada'] } });
    expect(await refusalOf(other.sluice.createPayout(payout))).toMatchObject(refused);
    expect((await caller.sluice.listOrders()).data).toEqual([]);
    expect(await availableOf(caller)).toBe('1000.00');
  });
});
