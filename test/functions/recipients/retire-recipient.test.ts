import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkCandidate } from '../../../shared/corridors/recipients/candidate.ts';
import { lookupRefs } from '../../../shared/corridors/recipients/lookups.ts';
import {
  type Recipient,
  RecipientEntity,
  RecipientLookupEntity,
} from '../../../shared/corridors/recipients/recipient.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { approvalOf, balanceOf, guarded, pend, vote, work } from '../../shared/approvals/support.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { beforeFirst, createFaultyTable } from '../../support/faults.ts';
import {
  accept,
  addPayout,
  addQuote,
  addRecipient,
  bodyOf,
  expectSoundBooks,
  fundedOrganization,
  pathOf,
  recipientBody,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { routedCorridors } from '../../support/routed-corridors.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { batchingOrganization, itemsOf, linesTo, submitted } from '../batches/support.ts';

type Body = Answer['body'];

const dayMs = 24 * 60 * 60_000;

let service: TestService;
let of: TestOrganization;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  of = await fundedOrganization(service);
});

const path = ({ recipientId }: Body, by = of) => `/recipients/${by.organizationId}/${recipientId}`;
const retire = (recipient: Body, by = of, on = service): Promise<Answer> => on.call('DELETE', path(recipient, by), by);
const retired = async (recipient: Body, by = of): Promise<Body> => bodyOf(await retire(recipient, by));
const freeTomorrow = { resolution: 'Retire it when the UTC day is over.' };
const shown = async (recipient: Body): Promise<Body> => bodyOf(await service.get(path(recipient), of));
const create = (options: Parameters<typeof recipientBody>[0], by = of, on = service): Promise<Answer> =>
  on.post(`/recipients/${by.organizationId}`, by, recipientBody(options));
const list = async (query = ''): Promise<Body[]> =>
  bodyOf(await service.get(`/recipients/${of.organizationId}${query}`, of)).data;

/** The rows by which recipients of the organization are found, as `by recipient`. */
async function links(): Promise<string[]> {
  const rows = (await storedItems(service, 'recipientLookup')).filter(
    ({ organizationId }) => organizationId === of.organizationId,
  );
  return rows.map(({ by, recipientId }) => `${by} ${recipientId}`).toSorted();
}

describe('retiring a recipient', () => {
  test('shows it retired from now on, with its history, and again gives the same answer', async () => {
    const recipient = await addRecipient(service, of, { externalId: 'ana', endUserId: 'user-1' });
    service.clock.advance(1_000);
    const answer = await retired(recipient);
    expect(answer).toEqual({
      ...recipient,
      status: 'retired',
      retiredAt: new Date(service.clock.now).toISOString(),
    });
    service.clock.advance(1_000);
    expect(await retired(recipient)).toEqual(answer);
    expect(await shown(recipient)).toEqual(answer);
    expect(await list()).toEqual([answer]);
    expect(await list('?externalId=ana')).toEqual([]);
  });

  test('frees its external id and its account, so that it can be registered as it should be', async () => {
    const wrong = await addRecipient(service, of, { externalId: 'ana', name: 'Ana Suoza' });
    expectError(await create({ externalId: 'ana', name: 'Ana Souza' }), 'BENEFICIARY_EXTERNAL_ID_CONFLICT');
    await retired(wrong);
    expect(await links()).toEqual([]);
    const right = bodyOf(await create({ externalId: 'ana', name: 'Ana Souza' }), 201);
    expect(right.recipientId).not.toBe(wrong.recipientId);
    expect(await list('?externalId=ana')).toEqual([right]);
    expect((await list()).map(({ status }) => status).toSorted()).toEqual(['active', 'retired']);
    expect(await links()).toEqual([`account ${right.recipientId}`, `externalId ${right.recipientId}`]);
  });

  test('leaves the one that took its place alone when it is retired again', async () => {
    const first = await addRecipient(service, of, { externalId: 'ana' });
    await retired(first);
    const second = await addRecipient(service, of, { externalId: 'ana' });
    await retired(first);
    expect(bodyOf(await create({ externalId: 'ana' }), 201)).toEqual(second);
  });

  test('frees an external id that is stored under two texts', async () => {
    const recipient = await addRecipient(service, of, { externalId: 'Zoe\u0308' });
    expect(await links()).toHaveLength(3);
    await retired(recipient);
    expect(await links()).toEqual([]);
    bodyOf(await create({ externalId: 'Zoë', serial: 2 }), 201);
  });

  test('is audited, and tells the feed nothing', async () => {
    const recipient = await addRecipient(service, of);
    const before = bodyOf(await service.get(`${pathOf(of)}/events?since=0`, of)).data;
    await retired(recipient);
    expect(bodyOf(await service.get(`${pathOf(of)}/events?since=0`, of)).data).toEqual(before);
    const audited = bodyOf(await service.get(`${pathOf(of)}/audit-events?action=recipient.retire`, of)).data;
    expect(audited).toMatchObject([{ action: 'recipient.retire', resourceId: recipient.recipientId }]);
  });

  test('of an unknown one is NOT_FOUND, and so is that of an account or of somebody else', async () => {
    const recipient = await addRecipient(service, of);
    const [{ destinationAccountId }] = recipient.methods;
    const other = await service.organization();
    for (const recipientId of ['rcp_x', destinationAccountId]) expectError(await retire({ recipientId }), 'NOT_FOUND');
    expectError(await retire(recipient, other), 'NOT_FOUND');
    expect(await shown(recipient)).toEqual(recipient);
  });

  test('of a blocked one is CONFLICT, so that nobody sheds a refusal', async () => {
    const options = { outcome: 'screening_refused', externalId: 'blocked' };
    expectError(await create(options), 'PAYOUT_REFUSED');
    const blocked = bodyOf(await create(options), 201);
    expectError(await retire(blocked), 'CONFLICT', {
      resolution: 'Pay somebody else: screening has refused this recipient.',
    });
    expect(await shown(blocked)).toEqual(blocked);
    expectError(await create({ ...options, externalId: 'new' }), 'BANK_ACCOUNT_ALREADY_LINKED');
  });
});

describe('nothing new is paid to a retired recipient', () => {
  const refused = async (answer: Promise<Answer>) => expectError(await answer, 'PAYOUT_REFUSED');

  test('not by a quote that was taken before, nor by a new one or a payout', async () => {
    const recipient = await addRecipient(service, of);
    const quote = await addQuote(service, of, recipient);
    await retired(recipient);
    await refused(accept(service, of, quote));
    await refused(sendPayout(service, of, recipient));
    const [{ destinationAccountId }] = recipient.methods;
    await refused(service.post(`${pathOf(of)}/quotes/offramp`, of, { amount: '10.00', destinationAccountId }));
    expect(await balanceOf(service, of)).toEqual({ available: '1000.00', held: '0.00' });
  });

  test('not by an approval: it fails, and what it held is released', async () => {
    const scene = await guarded(service);
    const { approvalId } = await pend(service, scene);
    expect((await balanceOf(service, scene.of)).held).toBe('100.00');
    await retired(scene.recipient, scene.of);
    bodyOf(await vote(service, scene.of, approvalId, scene.voter(0)));
    await work(service, scene.of, approvalId);
    expect(await approvalOf(service, scene.of, approvalId)).toMatchObject({
      status: 'failed',
      failureReason: 'PAYOUT_REFUSED',
    });
    expect(await balanceOf(service, scene.of)).toEqual({ available: '1000.00', held: '0.00' });
    await expectSoundBooks(service, scene.of);
  });

  test('not by the lines of a batch, validated before or after', async () => {
    const run = await batchingOrganization(service);
    const [paid, gone] = [
      await addRecipient(service, run, { serial: 1 }),
      await addRecipient(service, run, { serial: 2 }),
    ];
    const items = [...linesTo(paid, 1), ...linesTo(gone, 1, { reference: 'gone' })];
    const before = await submitted(service, run, items, { autoCommit: false });
    await settle(service);
    await retired(gone, run);
    bodyOf(await service.post(`${pathOf(run)}/payouts/batches/${before.batchId}/confirm`, run, {}));
    const after = await submitted(
      service,
      run,
      items.map((item) => ({ ...item, reference: `${item.reference} again` })),
    );
    await settle(service);
    for (const [batch, status] of [
      [before, 'create_failed'],
      [after, 'invalid'],
    ] as const) {
      const [, line] = await itemsOf(service, run, batch);
      expect(line).toMatchObject({ status, errors: [{ type: 'PAYOUT_REFUSED' }] });
    }
    await expectSoundBooks(service, run);
  });
});

test('a payout that was made before goes on, with the details it was made with', async () => {
  const recipient = await addRecipient(service, of, { externalId: 'ana' });
  const { payoutId } = await addPayout(service, of, { recipient });
  await retired(recipient);
  await addRecipient(service, of, { externalId: 'ana', outcome: 'account_invalid' });
  await settle(service);
  const order = bodyOf(await service.get(`${pathOf(of)}/orders/${payoutId}`, of));
  expect(order).toMatchObject({ status: 'completed', recipientId: recipient.recipientId });
});

describe('a cap per end user is not shed', () => {
  const capAt50 = () => setControls(service.runtime, of.organizationId, { limits: { perEndUserDaily: 50_00n } });
  const pay = (recipient: Body, endUserId?: string) =>
    sendPayout(service, of, recipient, { amount: '40.00', ...(endUserId && { endUserId }) });

  test.each([
    ['its end user', { endUserId: 'user-1' }, undefined],
    ['itself, which has no end user', {}, 'user-1'],
  ])('it is CONFLICT while a payout of today counts for %s', async (_, options, named) => {
    await capAt50();
    const recipient = await addRecipient(service, of, options);
    bodyOf(await pay(recipient, named));
    expectError(await retire(recipient), 'CONFLICT', freeTomorrow);
    expect((await shown(recipient)).status).toBe('active');
    service.clock.advance(dayMs);
    expect((await retired(recipient)).status).toBe('retired');
  });

  test('what came to nothing counts for nothing', async () => {
    await capAt50();
    const recipient = await addRecipient(service, of, { endUserId: 'user-1', outcome: 'account_invalid' });
    bodyOf(await pay(recipient));
    expectError(await retire(recipient), 'CONFLICT', freeTomorrow);
    await settle(service);
    expect((await retired(recipient)).status).toBe('retired');
  });

  test('who was paid nothing today can be retired', async () => {
    await capAt50();
    const [one, other] = [
      await addRecipient(service, of, { endUserId: 'user-1', serial: 1 }),
      await addRecipient(service, of, { endUserId: 'user-2', serial: 2 }),
    ];
    bodyOf(await pay(one));
    expect((await retired(other)).status).toBe('retired');
  });
});

describe('races', () => {
  test.each([
    ['a payout', (on: TestService, by: TestOrganization, recipient: Body) => sendPayout(on, by, recipient)],
    [
      'the accept of a quote',
      async (on: TestService, by: TestOrganization, recipient: Body) => {
        const quote = await addQuote(on, by, recipient);
        return accept(on, by, quote);
      },
    ],
  ])('%s that read the recipient before it was retired is refused', async (_, pay) => {
    const table = await createFaultyTable();
    const other = await TestService.start({}, table);
    const by = await fundedOrganization(other);
    const recipient = await addRecipient(other, by);
    let armed = false;
    table.intercept(async (call, send) => {
      if (armed && call.name === 'TransactWrite' && JSON.stringify(call.input).includes('PAYOUT#')) {
        armed = false;
        bodyOf(await retire(recipient, by, other));
      }
      return send();
    });
    armed = true;
    expectError(await pay(other, by, recipient), 'PAYOUT_REFUSED');
    expect(bodyOf(await other.get(`${pathOf(by)}/balance`, by)).available).toBe('1000.00');
  });

  test('a payout that is counted while its payee is being retired keeps it', async () => {
    const table = await createFaultyTable();
    const other = await TestService.start({}, table);
    const by = await fundedOrganization(other);
    await setControls(other.runtime, by.organizationId, { limits: { perEndUserDaily: 50_00n } });
    const recipient = await addRecipient(other, by, { endUserId: 'user-1' });
    table.intercept(
      beforeFirst('TransactWrite', async () => {
        bodyOf(await sendPayout(other, by, recipient, { amount: '40.00' }));
      }),
    );
    expectError(await retire(recipient, by, other), 'CONFLICT', freeTomorrow);
  });

  test('several at once retire one, and all are answered the same', async () => {
    const recipient = await addRecipient(service, of, { externalId: 'ana' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => retired(recipient)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('retiring and registering again at once leave at most one live recipient', async () => {
    for (let round = 0; round < 5; round += 1) {
      const externalId = `ana ${round}`;
      const recipient = await addRecipient(service, of, { externalId, serial: round });
      await Promise.all([retire(recipient), ...[1, 2, 3].map(() => create({ externalId, serial: round }))]);
      const live = (await list()).filter((one) => one.externalId === externalId && one.status === 'active');
      expect(live.length).toBeLessThanOrEqual(1);
      expect(await list(`?externalId=${encodeURIComponent(externalId)}`)).toEqual(live);
    }
  });
});

describe('rows of other releases and of restores', () => {
  const bank = { corridorId: 'php_ph_account' };

  async function stored({ recipientId }: Body): Promise<Recipient> {
    const { organizationId } = of;
    const found = await service.runtime.store.get(refTo(RecipientEntity, { organizationId, recipientId }));
    if (!found) throw new Error('there is no such recipient');
    return found;
  }

  test('an account that was stored with XXX is free under both texts', async () => {
    const recipient = await addRecipient(service, of, bank);
    const old = await stored(recipient);
    const [method] = old.methods;
    if (!method) throw new Error('it has no account');
    const recipientDetails = { ...method.recipientDetails, bankCode: `${method.recipientDetails.bankCode}XXX` };
    await service.runtime.store.put(RecipientEntity, { ...old, methods: [{ ...method, recipientDetails }] });
    await retired(recipient);
    expect(await links()).toEqual([]);
  });

  test('of two recipients with one account, only the rows of the retired one go', async () => {
    const older = await addRecipient(service, of, { ...bank, externalId: 'older' });
    const { foundBy } = checkCandidate(routedCorridors, 'sandbox', recipientBody(bank));
    const [own] = Object.values(lookupRefs(of.organizationId, foundBy));
    if (!own) throw new Error('the account has no row');
    const younger = await addRecipient(service, of, { ...bank, externalId: 'younger', serial: 7 });
    await service.runtime.store.put(RecipientLookupEntity, { ...own.key, recipientId: younger.recipientId });
    await retired(older);
    expect(await links()).toContain(`account ${younger.recipientId}`);
    expect((await links()).filter((link) => link.includes(older.recipientId))).toEqual([]);
  });

  test.each([
    [
      'a retired one',
      (recipient: Recipient) => service.runtime.store.put(RecipientEntity, { ...recipient, status: 'retired' }),
    ],
    ['one that is lost', (recipient: Recipient) => service.runtime.store.remove(refTo(RecipientEntity, recipient), {})],
  ])('an external id and an account that still name %s are free', async (_, tear) => {
    const recipient = await addRecipient(service, of, { externalId: 'ana' });
    await tear(await stored(recipient));
    expect(await list('?externalId=ana')).toEqual([]);
    const again = bodyOf(await create({ externalId: 'ana' }), 201);
    expect(again.recipientId).not.toBe(recipient.recipientId);
    expect(await links()).toEqual([`account ${again.recipientId}`, `externalId ${again.recipientId}`]);
  });
});
