import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SQSEvent } from 'aws-lambda';
import { beforeAll, describe, expect, test } from 'vitest';
import { discoverEndpoints, discoverOperations } from '../functions/discover.ts';
import {
  type CryptoAttempt,
  createCryptoPayment,
} from '../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import { ConnectionEntity } from '../shared/connections/connection.ts';
import { vaultWork } from '../shared/connections/vault-work.ts';
import { createStore } from '../shared/ground/table/create-store.ts';
import { create } from '../shared/ground/table/writes.ts';
import { decideAndCommit } from '../shared/journal/commit/decide.ts';
import { replaceWork } from '../shared/journal/due/due-work.ts';
import { sweepDueWork } from '../shared/journal/due/sweep-due-work.ts';
import { pauseUnsound } from '../shared/payouts/funding/pause-unsound.ts';
import { dueKinds } from '../shared/ports/due-kinds.ts';
import { RailUnavailable } from '../shared/ports/payout-rail.ts';
import type { WebhookAnswer } from '../shared/ports/webhook-sender.ts';
import { depositRecords } from '../shared/providers/records/deposit-record.ts';
import { sandboxAcquirer } from '../shared/providers/sandbox/cards/acquirer.ts';
import { sandboxChain } from '../shared/providers/sandbox/chain/chain.ts';
import { issueKey, organizationWithOwner, revoke, rotate } from './functions/api-keys/support.ts';
import { bankAccount, cryptoAccount, register, remove } from './functions/checkout/accounts-support.ts';
import { bankPaymentOn, byBank } from './functions/checkout/bank-payments-support.ts';
import { checkoutOf, linkEnding, simulated, storeLink } from './functions/checkout/payments-support.ts';
import { change as changeRole, invite, join as joinBy, remove as removeMember } from './functions/members/support.ts';
import { storePayout } from './functions/payouts/support.ts';
import { hookUrl } from './functions/webhooks/support.ts';
import { vote } from './shared/approvals/support.ts';
import { refund, sold } from './shared/checkout/refunds/support.ts';
import { commitOnce, verify } from './shared/journal/commit/support.ts';
import { linksOf, payeeOf } from './shared/payouts/links/support.ts';
import { patch } from './shared/payouts/policy/support.ts';
import { storedItems } from './support/answers.ts';
import { Buyer } from './support/checkout/buyer.ts';
import { addCryptoLink } from './support/checkout/crypto-links.ts';
import { addLink } from './support/checkout/links.ts';
import { agreed, connected } from './support/connections.ts';
import { createTestTable } from './support/dynamodb.ts';
import { FundedRail } from './support/funding/funding-scene.ts';
import { PlayedChain } from './support/funding/played-chain.ts';
import { playedConnection } from './support/funding/played-connection.ts';
import { root } from './support/imports.ts';
import {
  accept,
  addQuote,
  bodyOf,
  deliver,
  deliverInBatches,
  pathOf,
  recipientBody,
  sendPayout,
  settle,
  type TestOrganization,
} from './support/journey.ts';
import { namesInTable } from './support/later-release/entities.ts';
import { createMarkedTable, type MarkedTable } from './support/later-release/marked-table.ts';
import { madeAnew } from './support/later-release/marks.ts';
import { performed } from './support/operations.ts';
import { newKeyPair, newPublicKey } from './support/public-keys.ts';
import { type Answer, TestService, type TestSession } from './support/service.ts';
import { CardProcessor } from './support/top-ups/card-processor.ts';
import { topUps } from './support/top-ups/top-ups.ts';

/** Requests that ask a processor: the service itself has none yet. */
const cards = new CardProcessor();
const { endpoint: topUp, worker: resumesTopUps } = topUps(cards);

const DAY_MS = 24 * 60 * 60 * 1000;
const reason = 'asked for by the owner, called back';

let table: MarkedTable;
let rail: FundedRail;
const fundingChain = new PlayedChain();
let service: TestService;
let of: TestOrganization;
let owner: TestSession;
let recipient: Answer['body'];
/** What integrators' servers answer. */
let answer: WebhookAnswer = { accepted: false, status: 500, error: 'out of order' };
/** What screening answers about everybody. */
let verdict: 'clear' | 'refused' = 'clear';
/** What it answers about every sender of tokens. */
let senderVerdict: 'clear' | 'refused' = 'clear';
/** Kinds of due work that a worker has claimed. */
const claimed = new Set<string>();

/** One organization does everything that can be done, while a later release writes the same table. */
beforeAll(async () => {
  table = await createMarkedTable();
  rail = new FundedRail();
  const remembered = { store: createStore(await createTestTable()), clock: () => service.clock.now };
  const [acquirer, chain] = [sandboxAcquirer(remembered), sandboxChain(remembered)];
  service = await TestService.start(
    {
      rails: () => ({ ...rail.rails(), acquirer, chain, screening: { screen: async () => verdict } }),
      webhooks: { faultOf: () => undefined, send: async () => answer },
      rateLimitOverride: 10_000,
      secondOperatorAbove: '1000.00',
      deposits: fundingChain.port,
      depositRecords: depositRecords(remembered.store, remembered.clock),
      senders: { screenSender: async () => senderVerdict },
      flusher: fundingChain.flusher,
      vaults: { pay: async () => ({ open: 0, isMoving: false }) },
      vaultNames: { name: async () => ({ hash: '0x1', contract: '0x2', to: '0x3', amount: 1n }) },
      canaryPublicKey: async () => newPublicKey(),
    },
    table,
    [topUp],
  );
  ({ of, owner } = await organizationWithOwner(service));
  await money();
  await intents();
  await people();
  await keys();
  await payouts();
  await payoutLinks();
  await batches();
  await products();
  await payments();
  await links();
  await refunds();
  await webhooks();
  const tokens = bodyOf(await register(service, of, owner, cryptoAccount({ chain: 'polygon' })), 201);
  await approvals();
  await collectionAccounts();
  await bankPayments();
  await voters();
  await platform();
  await cryptoPayments(tokens);
  await cryptoPage();
  await selfFunded();
  await pausedToken();
  await vaults();
});

/** Paused by its price feed, and resumed by two operators, who also allow more than the day's limit. */
async function pausedToken(): Promise<void> {
  const { connectionId, token } = fundingChain;
  fundingChain.fault = 'the price feed says 0.98 dollars';
  await pauseUnsound(service.runtime, token);
  fundingChain.fault = undefined;
  await agreed(service, { do: 'resume-token', connectionId, token: 'USDC', reason });
  const { store, ids } = service.runtime;
  await store.transact([create(ConnectionEntity, playedConnection(fundingChain, service.clock.now))], ids.token());
  for (const dollars of [1, 2]) await agreed(service, { do: 'allow-funding', connectionId, dollars, reason });
}

/** A vault that has paid everything: what it was asked for is in the second table, where only one release writes. */
async function vaults(): Promise<void> {
  const { store, ids, clock } = service.runtime;
  await store.transact([replaceWork(vaultWork('conn_vault'), clock())], ids.token());
  await rounds(1);
  const connectionId = ids.next('conn', clock());
  const settings = JSON.stringify({ chain: 'base' });
  const played = playedConnection(fundingChain, clock());
  await store.transact(
    [create(ConnectionEntity, { ...played, connectionId, provider: 'evm-vault', settings })],
    ids.token(),
  );
  await operate('name-payment', { payoutId: 'po_lost', connectionId, reason });
}

/** One that is paid, with a surplus, and one that is canceled with a part of its money, of which some was parked. Late, as above. */
async function selfFunded(): Promise<void> {
  await decideAndCommit(service.runtime, {
    organizationId: of.organizationId,
    reads: {},
    decide: ({ organization }, draft) => {
      const connections = { ...organization.connections, 'chain/base': fundingChain.connectionId };
      draft.changeOrganization({ ...organization, connections });
      return { reply: { status: 200, body: undefined } };
    },
  });
  const { destinationAccountId } = recipient.methods[0];
  const ask = async (amount: string) =>
    bodyOf(await post(`${pathOf(of)}/payouts`, { amount, destinationAccountId, funding: 'self' }));
  const [paid, canceled] = [await ask('31.00'), await ask('32.00')];
  const madeAt = service.clock.now;
  // The second quote ends the first.
  for (const _ of [1, 2])
    bodyOf(await service.post(`${pathOf(of)}/payouts/${paid.payoutId}/funding/quote`, owner, undefined));
  fundingChain.behind = 10;
  const { hash: transactionHash } = fundingChain.mine({ payoutId: paid.payoutId, amount: 33_000_000n }, { madeAt });
  bodyOf(await post(`${pathOf(of)}/payouts/${paid.payoutId}/funding/confirm`, { transactionHash }));
  fundingChain.finalize();
  fundingChain.behind = 0;
  fundingChain.mine({ payoutId: canceled.payoutId, amount: 1_000_000n }, { madeAt });
  service.clock.advance(5_000);
  await rounds(2);
  senderVerdict = 'refused';
  fundingChain.mine({ payoutId: canceled.payoutId, amount: 2_000_000n }, { madeAt });
  await rounds(2);
  senderVerdict = 'clear';
  await operate('judge-transfers', { payoutId: canceled.payoutId, reason });
  bodyOf(await post(`${pathOf(of)}/payouts/${canceled.payoutId}/cancel`, undefined));
}

/** Lets work be done that is due now: whoever waits until none is would read the address for hours. */
async function rounds(count: number): Promise<void> {
  for (const { kind } of await storedItems(service, 'dueWork')) claimed.add(kind as string);
  for (let round = 0; round < count; round += 1) {
    await sweepDueWork(service.runtime);
    const due = service.hints.take().filter(({ dueAt }) => dueAt <= service.clock.now);
    await deliverInBatches(service, due);
    service.clock.advance(5_000);
  }
}

/** Lets all work be done that is due. */
async function workOn(): Promise<void> {
  for (const { kind, dueAt } of await storedItems(service, 'dueWork')) if (dueAt) claimed.add(kind as string);
  await settle(service);
}

const post = (path: string, body: unknown, by: TestSession | TestOrganization = of) => service.post(path, by, body);
const operate = (name: string, input: object, key?: string) =>
  performed(service, name, { organizationId: of.organizationId, ...input }, key ? { idempotencyKey: key } : {});

async function money(): Promise<void> {
  bodyOf(await post(`${pathOf(of)}/sandbox/fund`, { amount: '5000.00' }), 201);
  const held = { amount: '90.00', currency: 'USD', expected: '100.00', externalId: 'bank-1' };
  const { depositId } = await operate('credit-deposit', held);
  bodyOf(await post(`${pathOf(of)}/deposits/${depositId}/accept`, undefined, owner));
  await operate('adjust', { direction: 'credit', amount: '5.00', currency: 'USD', reason }, 'adjustment');
  await secondOperator();
}

/** Of two adjustments that are too large for one operator another one makes one, and rejects the other. */
async function secondOperator(): Promise<void> {
  for (const decision of ['execute', 'reject']) {
    const large = { direction: 'credit', amount: '2000.00', currency: 'USD', reason };
    const { proposalId } = await operate('adjust', large, `large-${decision}`);
    const input = { organizationId: of.organizationId, proposalId, decision };
    await performed(service, 'confirm', input, { operator: 'ben' });
  }
}

/** One is claimed once its payee can be paid, one is canceled and one expires. Of a live one two addresses are mailed. */
async function payoutLinks(): Promise<void> {
  const links = linksOf(service, of);
  const headers = { 'x-allow-duplicate': 'true' };
  const make = async (body: object = {}, by = of): Promise<string> => {
    const link = { amount: '10.00', currency: 'USD', endUserId: 'user', ...body };
    return bodyOf(await service.post(`${pathOf(by)}/payout-links`, by, link, { headers }), 201).payoutLinkId;
  };
  const payee = payeeOf(service, links, await make());
  rail.price = async () => {
    throw new RailUnavailable('out');
  };
  expect(await payee.finish()).toMatchObject({ kind: 'later' });
  rail.price = async ({ fee }) => ({ rate: '0.92', fee });
  expect(await payee.finish()).toMatchObject({ kind: 'claimed' });
  bodyOf(await post(`${pathOf(of)}/payout-links/${await make()}/cancel`, undefined));
  await make({ expiresAt: new Date(service.clock.now + 60 * 60 * 1000).toISOString() });
  const live = await service.organization('live');
  await verify(service.runtime, live.organizationId);
  await commitOnce(service.runtime, live.organizationId, 100_00n);
  const named = await make({ payeeEmail: 'grace@example.com' }, live);
  for (let time = 0; time < 2; time += 1)
    bodyOf(await post(`${pathOf(live)}/payout-links/${named}/token`, undefined, live));
  await workOn();
}

/** The processor is silent at first; the worker finishes what the request began. */
async function intents(): Promise<void> {
  cards.onTheWay = async () => {
    throw new Error('no answer');
  };
  bodyOf(await post(`${pathOf(of)}/test/top-ups`, { amount: '5.00' }), 500);
  cards.onTheWay = (go) => go();
  service.clock.advance(60_000);
  const due = (await storedItems(service, 'dueWork')).filter(({ kind }) => kind === 'intents');
  const Records = due.map((hint) => ({ messageId: '1', body: JSON.stringify(hint) }));
  await resumesTopUps.handle({ Records } as SQSEvent, service.runtime);
  for (const { kind } of due) claimed.add(kind as string);
}

async function people(): Promise<void> {
  const { organizationId } = of;
  const members = { organization: of, organizationId, owner, path: `/organizations/${organizationId}/members` };
  const { token } = bodyOf(await invite(service, members), 201);
  const { invitationId } = bodyOf(await invite(service, members, { email: 'ben@example.com' }), 201);
  bodyOf(await service.call('DELETE', `${members.path}/invitations/${invitationId}`, owner), 200);
  const ada = await service.person();
  bodyOf(await joinBy(service, members, ada, token), 201);
  bodyOf(await changeRole(service, members, owner, ada, 'admin'));
  await invite(service, members, { email: 'cleo@example.com' });
  bodyOf(await removeMember(service, members, owner, ada));
  const another = { ...members, owner: await service.member(organizationId, 'owner') };
  const { token: again } = bodyOf(await invite(service, another, { email: 'ada.again@example.com' }), 201);
  bodyOf(await joinBy(service, members, ada, again), 201);
  bodyOf(await removeMember(service, members, owner, ada));
  await operate('members', { userId: 'dan', email: 'dan@example.com', role: 'owner', reason });
  await workOn();
}

async function keys(): Promise<void> {
  const { organizationId } = of;
  const first = await issueKey(service, organizationId, owner);
  const { key } = bodyOf(await rotate(service, first.key.id, owner), 201);
  bodyOf(await revoke(service, organizationId, owner, key.id));
  const { publicKey } = newKeyPair();
  await operate('issue-api-key', { for: owner.userId, name: 'server', publicKey, scopes: ['read'] });
}

async function payouts(): Promise<void> {
  recipient = bodyOf(await post(`/recipients/${of.organizationId}`, recipientBody({ endUserId: 'ann' })), 201);
  bodyOf(await patch(service, of, owner, { limits: { perEndUserDaily: '4000.00' } }));
  const mistaken = bodyOf(await post(`/recipients/${of.organizationId}`, recipientBody({ serial: 1 })), 201);
  bodyOf(await service.call('DELETE', `/recipients/${of.organizationId}/${mistaken.recipientId}`, of));
  const quote = await addQuote(service, of, recipient);
  bodyOf(await accept(service, of, quote));
  await workOn();
  bodyOf(await sendPayout(service, of, recipient));
  await workOn();
  service.clock.advance(DAY_MS);
  bodyOf(await sendPayout(service, of, recipient));
  bodyOf(await sendPayout(service, of, recipient));
  await workOn();
  const { payoutId } = await storePayout(service, of);
  bodyOf(await post(`${pathOf(of)}/payouts/${payoutId}/cancel`, undefined));
  await forgottenPayout();
}

/** The rail forgets a payout, and an operator lets it be sent again; another one is let go on. */
async function forgottenPayout(): Promise<void> {
  rail.around = async (_call, answer) => {
    await answer();
    throw new Error('nobody hears of it');
  };
  const sent = [bodyOf(await sendPayout(service, of, recipient)), bodyOf(await sendPayout(service, of, recipient))];
  for (const { payoutId } of sent) {
    await deliver(service, [{ kind: 'rails', organizationId: of.organizationId, resourceId: payoutId, dueAt: 0 }]);
    rail.forgotten.add(payoutId);
  }
  rail.around = (_call, answer) => answer();
  service.clock.advance(rail.rememberKeysForMs);
  await workOn();
  await operate('resend', { payoutId: sent[0].payoutId, reason }, 'resend');
  await operate('unpark', { kind: 'rails', resourceId: sent[1].payoutId, reason });
  await workOn();
}

/** One run is created in several commits, one is canceled, and one waits for people and is released by them. */
async function batches(): Promise<void> {
  await operate('features', { on: ['mass_payouts'] });
  const path = `${pathOf(of)}/payouts/batches`;
  const { destinationAccountId } = recipient.methods[0];
  const lines = Array.from({ length: 30 }, (_, index) => ({ amount: `${index + 1}.00`, destinationAccountId }));
  const submit = async (externalReferenceId: string, items: readonly object[]) => {
    const body = { externalReferenceId, items, autoCommit: false };
    const { batchId } = bodyOf(await post(path, body), 202);
    await workOn();
    return batchId as string;
  };
  // One line more, which no corridor takes.
  const first = await submit('first', [...lines, { amount: '3000000.00', destinationAccountId }]);
  bodyOf(await post(`${path}/${first}/confirm`, undefined));
  await workOn();
  bodyOf(await post(`${path}/${await submit('second', lines)}/cancel`, undefined));
}

async function products(): Promise<void> {
  const path = `/checkout/organizations/${of.organizationId}/products`;
  const { productId } = bodyOf(await post(path, { name: 'Mug', currency: 'USD', unitAmount: '12.50' }), 201);
  bodyOf(await service.call('PATCH', `${path}/${productId}`, of, { body: { name: 'Cup' } }));
  bodyOf(await post(`${path}/${productId}/archive`, undefined));
}

/** One payment fails, and gives its place on the link back. */
async function payments(): Promise<void> {
  const link = await linkEnding(service, of, '08', { maxPayments: 1 });
  await simulated(service, of, link);
  await workOn();
}

/** Without cards: the acquirer is not asked. */
async function links(): Promise<void> {
  const path = `/checkout/organizations/${of.organizationId}/links`;
  const items = [{ name: 'Mug', quantity: 1, unitAmount: '12.50' }];
  const [sold, other] = await Promise.all(
    [1, 2].map(async () => bodyOf(await post(path, { currency: 'USD', items, methods: [] }), 201)),
  );
  const change = { idempotencyKey: 'change', body: { fromName: 'Mugs' } };
  bodyOf(await service.call('PATCH', `${path}/${sold.linkId}`, of, change));
  bodyOf(await post(`${path}/${sold.linkId}/publish`, undefined));
  bodyOf(await post(`${path}/${sold.linkId}/pause`, undefined));
  bodyOf(await service.call('DELETE', `${path}/${other.linkId}`, of));
}

/** One is pending until the acquirer has made it. */
async function refunds(): Promise<void> {
  bodyOf(await refund(service, await sold(service, { of }), { amount: '1.85' }));
  await workOn();
}

/** A buyer pays by card twice, begins to pay by bank, and once more after the money has come. */
async function hostedPages(accountId: string): Promise<void> {
  const buyer = new Buyer(service);
  const details = JSON.stringify(bankAccount().details);
  const methods = [{ kind: 'card' as const }, { kind: 'bank' as const, accountId, details }];
  const { path } = await addLink(service.runtime, of, { methods });
  await buyer.pay(path);
  await buyer.pay(path);
  const view = await buyer.view(path);
  const [, reference = ''] = /data-copy="(RF[0-9A-Z]+)"/.exec((await buyer.post(`${path}/bank`, { view })).text) ?? [];
  await operate('credit-payment', { reference, amount: '15.00', currency: 'USD', externalId: 'transfer-1' });
  expect(await buyer.post(`${path}/bank`, { view })).toMatchObject({ status: 200 });
}

/** Late, because work that is settled after it would read the address for a week. */
async function cryptoPage(): Promise<void> {
  const buyer = new Buyer(service);
  const { path } = await addCryptoLink(service.runtime, of);
  const view = await buyer.view(path);
  expect(await buyer.post(`${path}/crypto`, { view })).toMatchObject({ status: 200 });
  expect(await buyer.post(`${path}/test-transfer`, { view })).toMatchObject({ status: 200 });
}

async function webhooks(): Promise<void> {
  await operate('features', { on: ['developer'] });
  const path = `/organizations/${of.organizationId}/webhook-endpoints`;
  const { id } = bodyOf(await post(path, { url: hookUrl, events: ['deposit.completed'] }, owner), 201);
  bodyOf(await post(`${pathOf(of)}/sandbox/webhook-endpoints`, { url: hookUrl }), 201);
  bodyOf(await post(`${path}/${id}/test`, { type: 'deposit.completed' }, owner));
  bodyOf(await post(`${path}/${id}/rotate-secret`, undefined, owner));
  bodyOf(await post(`${pathOf(of)}/sandbox/fund`, { amount: '1.00' }), 201);
  const hint = { kind: 'endpoints' as const, organizationId: of.organizationId, resourceId: '*', sequence: 1_000 };
  await deliver(service, [{ ...hint, dueAt: service.clock.now }]);
  const [delivery] = await storedItems(service, 'webhookDelivery');
  bodyOf(await post(`${path}/${id}/enabled`, { enabled: false }, owner));
  bodyOf(await post(`${path}/${id}/rotate-secret`, undefined, owner));
  bodyOf(await post(`${path}/${id}/enabled`, { enabled: true }, owner));
  answer = { accepted: true, status: 200 };
  bodyOf(await post(`${path}/${id}/deliveries/${delivery?.deliveryId}/replay`, undefined, owner));
  const [from, to] = [-DAY_MS, DAY_MS].map((ms) => new Date(service.clock.now + ms).toISOString());
  bodyOf(await post(`${path}/${id}/deliveries/replay`, { from, to, status: 'all' }, owner));
  await workOn();
  bodyOf(await service.call('DELETE', `${path}/${id}`, owner));
}

async function approvals(): Promise<void> {
  const voters = await Promise.all([1, 2, 3].map(() => service.member(of.organizationId, 'operator')));
  const [ann, ben] = voters as [TestSession, TestSession];
  const approvers = voters.map(({ userId }) => userId);
  const rules = { threshold: '50.00', dailyThreshold: null, quorum: 2, approvers };
  bodyOf(await patch(service, of, owner, { approvals: rules }));
  bodyOf(await patch(service, of, owner, { approvals: { ...rules, threshold: '40.00' } }));
  const ask = async () => bodyOf(await sendPayout(service, of, recipient), 202).approvalId as string;
  const approved = await ask();
  for (const by of [ann, ben]) bodyOf(await vote(service, of, approved, by));
  bodyOf(await vote(service, of, await ask(), ann, 'reject'));
  await ask();
  const { approvalId } = bodyOf(await patch(service, of, owner, { approvals: { ...rules, threshold: '60.00' } }), 202);
  for (const by of [ann, ben]) bodyOf(await vote(service, of, approvalId, by));
  await workOn();
}

/** One that its voters agree to, and one that they reject; then the first one is removed. */
async function collectionAccounts(): Promise<void> {
  const { approvers } = bodyOf(await service.get(`${pathOf(of)}/policy`, of)).approvals;
  const voters = await Promise.all(approvers.map((userId: string) => service.person(userId)));
  const [ann, ben] = voters as [TestSession, TestSession];
  const { accountId, approvalId } = bodyOf(await register(service, of, owner), 202);
  for (const by of [ann, ben]) bodyOf(await vote(service, of, approvalId, by));
  const other = bodyOf(await register(service, of, owner, cryptoAccount()), 202);
  bodyOf(await vote(service, of, other.approvalId, ann, 'reject'));
  await workOn();
  await hostedPages(accountId);
  bodyOf(await remove(service, of, owner, accountId));
}

/** Of two payments one comes whole, in two parts; of the other one what came is accepted. */
async function bankPayments(): Promise<void> {
  const link = await storeLink(service, of, { ...byBank, maxPayments: 5 });
  const payments = [await bankPaymentOn(service, link), await bankPaymentOn(service, link)];
  for (const [index, { externalId: reference, paymentId }] of payments.entries()) {
    const part = { amount: '75.00', currency: 'USD', reference };
    await operate('credit-payment', { ...part, externalId: `part-1-${index}` });
    if (index === 0) await operate('credit-payment', { ...part, externalId: 'part-2' });
    else bodyOf(await post(`${checkoutOf(of)}/payments/${paymentId}/accept`, undefined, owner));
  }
}

/** Operators name other voters: an owner stops them, and two operators do it all the same. */
async function voters(): Promise<void> {
  const others = await Promise.all([1, 2, 3].map(() => service.member(of.organizationId, 'operator')));
  const approvers = others.map(({ userId }) => userId);
  const input = { organizationId: of.organizationId, approvers, reason };
  const { approvalId } = await performed(service, 'reset-approvers', input);
  bodyOf(await vote(service, of, approvalId, owner, 'reject'));
  for (const operator of ['ada', 'ben']) await performed(service, 'reset-approvers', input, { operator });
  await workOn();
}

async function platform(): Promise<void> {
  await operate('limits', { limits: { daily: '9000.00' }, velocity: { payouts: 40, minutes: 1 } });
  await operate('limits', { limits: { single: '8000.00' }, velocity: { payouts: 30, minutes: 1 } });
  await operate('suspend', {});
  await operate('resume', {});
  const [sent] = rail.received.values();
  await rail.submit({ ...(sent as NonNullable<typeof sent>).instruction, key: 'po_lost' }, service.clock.now);
  const since = new Date(service.clock.now).toISOString();
  expect(await performed(service, 'restore-check', { since, settle: true })).toMatchObject({ findings: [] });
  const pair = { reference: 'crm-42', name: 'Example', owner: { userId: 'eve', email: 'eve@example.com' } };
  const { liveId: organizationId } = await performed(service, 'create-organization', pair);
  await performed(service, 'verify', { organizationId, verified: true });
  await performed(service, 'canary', {});
  await performed(service, 'connections', { do: 'halt', connectionId: await connected(service), reason });
  await screening(organizationId);
}

/** A recipient is found by a later screening, and cleared by two operators. */
async function screening(organizationId: string): Promise<void> {
  const { recipientId } = await service.arrange('createRecipient', { organizationId }, recipientBody());
  verdict = 'refused';
  expect(await performed(service, 'rescreen', {})).toMatchObject({ blocked: 1 });
  verdict = 'clear';
  const { proposalId } = await performed(service, 'lift-block', { organizationId, recipientId, entries: [1], reason });
  await performed(service, 'confirm', { organizationId, proposalId, decision: 'execute' }, { operator: 'ben' });
}

/** One comes in two transfers that nobody waited for; the amount of another one goes to a third after its time. */
async function cryptoPayments({ accountId, details }: Answer['body']): Promise<void> {
  const { organizationId } = of;
  const link = await storeLink(service, of, { methods: [{ kind: 'crypto', accountId, ...details }] });
  const open = (browser: string) => {
    let drawn = 0;
    // Two tokens are the draw of an amount.
    const token = () => (drawn++ < 2 ? '00000007'.repeat(4) : service.runtime.ids.token());
    const runtime = { ...service.runtime, ids: { ...service.runtime.ids, token } };
    return createCryptoPayment(runtime, link, { browser, network: 'network', seenAt: 0 }, {});
  };
  const opened = await open('a');
  expect(opened).toHaveProperty('open');
  for (const amount of ['100', '50'])
    bodyOf(await post(`${checkoutOf(of)}/sandbox/transfers`, { ...details, amount }), 201);
  service.clock.advance(60_000);
  await deliver(service, [{ kind: 'checkout', organizationId, resourceId: accountId, dueAt: service.clock.now }]);
  const receipts = bodyOf(await service.get(`${checkoutOf(of)}/receipts`, of)).data;
  const { paymentId } = (opened as { open: CryptoAttempt }).open;
  for (const { id } of receipts) bodyOf(await post(`${checkoutOf(of)}/receipts/${id}/assign`, { paymentId }, owner));
  service.clock.advance(8 * DAY_MS);
  expect(await open('b')).toHaveProperty('open');
  service.clock.advance(8 * DAY_MS);
  expect(await open('b')).toHaveProperty('open');
}

describe('beside a later release', () => {
  test('nothing that it has stored in an item is lost when this one replaces the item', () => {
    expect(table.lost).toEqual([]);
  });

  test('every entity that this release replaces was replaced', () => {
    expect([...table.replaced].filter((name) => !madeAnew.includes(name)).sort()).toEqual(replacedEntities());
  });

  test('everything was done that changes something', async () => {
    const declared = [...(await discoverEndpoints()), ...(await discoverOperations())].flatMap(({ declaration }) =>
      'method' in declaration || declaration.tableAccess === 'write' ? (declaration.audit ?? []) : [],
    );
    const rows = await storedItems(service, 'auditEvent');
    const done = new Set(rows.filter(({ outcome }) => outcome === 'succeeded').map(({ action }) => action));
    expect(declared.filter((action) => !done.has(action))).toEqual([]);
    expect([...claimed].sort()).toEqual([...dueKinds].sort());
  });
});

/** The names of the entities that the service's code replaces: in their next version, or as they were looked up. */
function replacedEntities(): string[] {
  const sources = globSync('shared/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const written = sources.flatMap((source) => [...source.matchAll(/\b(?:replace|draft\.change)\((\w+Entity),/g)]);
  return [...new Set(written.map(([, constant = '']) => namesInTable.get(constant) ?? constant))].sort();
}
