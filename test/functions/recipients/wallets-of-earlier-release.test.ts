import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { record } from 'dynamodb-toolbox/schema/record';
import { string } from 'dynamodb-toolbox/schema/string';
import { beforeEach, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { table } from '../../../shared/ground/table/table.ts';
import type { Rails } from '../../../shared/ports/runtime.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { accept, addQuote, bodyOf, deliver, pathOf, sendPayout, settle } from '../../support/journey.ts';
import type { Answer, TestService } from '../../support/service.ts';
import { WalletScene, walletBody } from '../../support/wallets/wallet-scene.ts';

/** What the release before reads of a recipient, and cannot do without. */
const RecipientBefore = new Entity({
  name: 'recipient',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    recipientId: string().key(),
    version: number(),
    type: string(),
    name: string(),
    country: string(),
    status: string(),
    methods: list(
      map({
        destinationAccountId: string(),
        kind: string(),
        currency: string(),
        corridorId: string(),
        recipientDetails: record(string(), string()),
      }),
    ),
    createdAt: string(),
  }),
  computeKey: ({ organizationId, recipientId }: { organizationId: string; recipientId: string }) => ({
    pk: `RECIPIENT#${organizationId}`,
    sk: recipientId,
  }),
});

let scene: WalletScene;
let wallet: Answer['body'];
/** A process of a release that has no vault: its rails do not pay wallets. */
let before: TestService;

beforeEach(async () => {
  scene = await WalletScene.start();
  wallet = await scene.registered();
  const rails = () => ({ ...sandboxRails, payouts: { sandbox: scene.bank } }) as Rails;
  before = scene.service.process((_, send) => send(), { rails });
});

test('the row of a wallet without a country is read by the release before', async () => {
  const { organizationId } = scene.of;
  const found = await scene.service.runtime.store.get(
    refTo(RecipientBefore, { organizationId, recipientId: wallet.recipientId }),
  );
  expect(found).toMatchObject({ country: '', methods: [{ kind: 'crypto', corridorId: 'usd_wallet_base_usdc' }] });
});

test('a release without vaults lists wallets beside other recipients, and shows nothing of their addresses', async () => {
  const path = `/recipients/${scene.of.organizationId}`;
  const [shown] = bodyOf(await before.get(path, scene.of)).data;
  expect(shown).toMatchObject({ recipientId: wallet.recipientId, methods: [{ recipientDetails: {} }] });
});

test('a payout to a wallet waits while a release runs that has no vault, and is sent once by the next one', async () => {
  const quote = await addQuote(scene.service, scene.of, wallet);
  const { payoutId } = bodyOf(await sendPayout(scene.service, scene.of, wallet));
  expectError(await accept(before, scene.of, quote), 'INTERNAL');
  const rows = await storedItems(scene.service, 'dueWork');
  const { dueAt } = rows.find(({ resourceId }) => resourceId === payoutId) as { dueAt: number };
  const { organizationId } = scene.of;
  scene.service.clock.now = Math.max(scene.service.clock.now, dueAt);
  await deliver(before, [{ kind: 'rails', organizationId, resourceId: payoutId, dueAt }]);
  expect(scene.bank.calls).toEqual([]);
  expect(scene.rail.calls).toEqual([]);
  const read = async () => bodyOf(await scene.service.get(`${pathOf(scene.of)}/orders/${payoutId}`, scene.of));
  expect(await read()).toMatchObject({ status: 'pending' });
  await settle(scene.service);
  expect(await read()).toMatchObject({ status: 'completed' });
  expect([...scene.rail.payments]).toEqual([[payoutId, 1]]);
});

test('a recipient that a release without vaults has retired is registered again', async () => {
  const path = `/recipients/${scene.of.organizationId}/${wallet.recipientId}`;
  bodyOf(await before.call('DELETE', path, scene.of, { idempotencyKey: 'retire' }));
  expect((await scene.registered(walletBody())).recipientId).not.toBe(wallet.recipientId);
});
