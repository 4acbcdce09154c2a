import { beforeEach, describe, expect, test } from 'vitest';
import type { CreateRecipient } from '../../client/src/index.ts';
import { quotedByName } from '../support/quotes.ts';
import { type Caller, faultsOf, newCaller, recipientOf, refusalOf, send, useService } from './support.ts';

const stage = useService();
let caller: Caller;

beforeEach(async () => {
  caller = await newCaller(stage.http, '0');
});

const create = (body: object) => caller.sluice.createRecipient(body as CreateRecipient);
const everyRecipient = async () => (await caller.sluice.listRecipients()).data;

describe('Endpoints > Create a recipient', quotedByName, () => {
  test('`POST /recipients/{orgId}`.', async () => {
    await create(recipientOf());
    expect(caller.exchanges.at(-1)?.request).toBe('POST /recipients/{orgId}');
  });

  test('`Idempotency-Key` required.', async () => {
    const path = `/recipients/${caller.of.organizationId}`;
    const answer = await send(stage.http, caller.of, 'POST', path, { body: recipientOf() });
    expect(answer).toMatchObject({ status: 400, body: { type: 'IDEMPOTENCY_KEY_REQUIRED' } });
    expect(await everyRecipient()).toEqual([]);
  });

  test('Body: `type`, `name`, `country`, `externalId`, `endUserId`, `method { kind, currency, recipientDetails }` (see Recipient).', async () => {
    const body = recipientOf({ externalId: 'ana', endUserId: 'user-1' });
    for (const name of ['type', 'name', 'country', 'method'] as const) {
      expect(await faultsOf(create({ ...body, [name]: undefined }))).toEqual([name]);
    }
    for (const name of ['kind', 'currency', 'recipientDetails'] as const) {
      const method = { ...body.method, [name]: undefined };
      expect(await faultsOf(create({ ...body, method }))).toEqual([`method.${name}`]);
    }
    expect(await faultsOf(create({ ...body, email: 'ana@example.com' }))).toEqual(['email']);
    const { name, country, externalId, endUserId } = body;
    expect(await create(body)).toMatchObject({ type: 'individual', name, country, externalId, endUserId });
  });

  test('201: created', async () => {
    const { method, ...fields } = recipientOf({ externalId: 'ana', endUserId: 'user-1' });
    const created = await create({ ...fields, method });
    expect(caller.exchanges.at(-1)?.response.status).toBe(201);
    const { kind, currency } = method;
    expect(created).toMatchObject({ ...fields, status: 'active', methods: [{ kind, currency }] });
    expect(await everyRecipient()).toEqual([created]);
  });

  test('or the existing recipient for the same `externalId` with the same account details', async () => {
    const first = await create(recipientOf({ externalId: 'ana' }));
    expect(await create(recipientOf({ externalId: 'ana' }))).toEqual(first);
    expect(caller.exchanges.at(-1)?.response.status).toBe(201);
    expect(await everyRecipient()).toEqual([first]);
  });

  test('(including a screened-and-blocked one)', async () => {
    const body = recipientOf({ externalId: 'ana', outcome: 'screening_refused' });
    await refusalOf(create(body));
    expect(await create(body)).toMatchObject({ status: 'blocked', externalId: 'ana' });
    expect(caller.exchanges.at(-1)?.response.status).toBe(201);
  });

  test('400 validation failed or a corridor field missing.', async () => {
    const body = recipientOf();
    expect(await faultsOf(create({ ...body, name: '' }))).toEqual(['name']);
    expect(await faultsOf(create({ ...body, method: { ...body.method, recipientDetails: {} } }))).toEqual([
      'method.recipientDetails.iban',
    ]);
    expect(await everyRecipient()).toEqual([]);
  });

  test('409: `BANK_ACCOUNT_ALREADY_LINKED` (`existingRecipientId`, `existingMethodId`)', async () => {
    const { recipientId, methods } = await create(recipientOf({ externalId: 'ana' }));
    for (const options of [{ externalId: 'bea' }, {}]) {
      expect(await refusalOf(create(recipientOf(options)))).toMatchObject({
        type: 'BANK_ACCOUNT_ALREADY_LINKED',
        status: 409,
        extras: { existingRecipientId: recipientId, existingMethodId: methods[0]?.destinationAccountId },
      });
    }
  });

  test('`BENEFICIARY_EXTERNAL_ID_CONFLICT` (same `externalId`, different details; nothing changed)', async () => {
    const first = await create(recipientOf({ externalId: 'ana' }));
    const conflict = { type: 'BENEFICIARY_EXTERNAL_ID_CONFLICT', status: 409 };
    for (const body of [
      recipientOf({ externalId: 'ana', serial: 1 }),
      recipientOf({ externalId: 'ana', name: 'Other Name' }),
      recipientOf({ externalId: 'ana', endUserId: 'user-1' }),
    ]) {
      expect(await refusalOf(create(body))).toMatchObject(conflict);
    }
    expect(await everyRecipient()).toEqual([first]);
  });

  test('idempotency conflicts', async () => {
    const options = { idempotencyKey: 'one-recipient' };
    const first = await caller.sluice.createRecipient(recipientOf(), options);
    const other = caller.sluice.createRecipient(recipientOf({ serial: 1 }), options);
    expect(await refusalOf(other)).toMatchObject({ type: 'IDEMPOTENCY_KEY_CONFLICT', status: 409 });
    expect(await everyRecipient()).toEqual([first]);
  });

  test('422 `PAYOUT_REFUSED` (screening; stored blocked; never says why; do not retry).', async () => {
    const body = recipientOf({ outcome: 'screening_refused' });
    const refusal = await refusalOf(create(body));
    expect(refusal).toMatchObject({ type: 'PAYOUT_REFUSED', status: 422, errors: [], extras: {} });
    expect(refusal.detail).toBe('payouts to this recipient are refused');
    expect(refusal.resolution).toContain('do not retry');
    expect(await everyRecipient()).toMatchObject([{ name: body.name, status: 'blocked' }]);
  });

  test('503 provider registration unavailable; retry safely.', async () => {
    const body = recipientOf({ outcome: 'registration_unavailable' });
    const options = { idempotencyKey: 'one-recipient' };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refusal = await refusalOf(caller.sluice.createRecipient(body, options));
      expect(refusal).toMatchObject({ type: 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE', status: 503 });
    }
    expect(await everyRecipient()).toEqual([]);
  });
});
