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

/** A recipient of a corridor, made from nothing but the listing. */
function recipientIn({ country, currency, recipientFields }: Corridor) {
  const recipientDetails = Object.fromEntries(recipientFields.map(({ name, example }) => [name, example]));
  return { type: 'individual', name: 'Ana Souza', country, method: { kind: 'fiat', currency, recipientDetails } };
}

describe('Resources and their fields > Recipient', quotedByName, () => {
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
