import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Event, type Payout, type PayoutScenario, Sluice } from '../../client/src/index.ts';
import { Browser } from '../../local/demo/browser.ts';
import { claimLink } from '../../local/demo/claim-link.ts';
import { until } from '../../scripts/support/until.ts';
import { receive } from '../shared/webhooks/offering/support/receiver.ts';
import { cents, decimal, expectAgreement, readBooks } from '../support/books.ts';
import { Contract, openApiText, operations } from '../support/contract.ts';
import { type Answer, type HandSigned, handSigned, readAnswer, signByHand } from '../support/hand-signed.ts';
import { newKeyPair } from '../support/public-keys.ts';
import { sent } from '../support/sent.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { recordTraffic, type Traffic } from '../support/traffic.ts';
import { germanRecipient, unique } from './support/recipients.ts';
import { announcedStatuses, statusesOf } from './support/transitions.ts';

const SETTLED_WITHIN_MS = 20_000;

let stack: TestStack;
let traffic: Traffic;
const contract = new Contract();
beforeAll(async () => {
  traffic = recordTraffic();
  stack = await startTestStack();
});
afterAll(async () => {
  traffic.end();
  await stack?.[Symbol.asyncDispose]();
});
afterEach(() => expect(contract.faults.splice(0)).toEqual([]));

describe.each(['direct', 'challenge'] as const)('a payout through the client, signed by the %s flow', (signing) => {
  test('is funded, quoted, accepted and completed, and every record agrees', async () => {
    const sluice = new Sluice({ ...quickstart(), signing, fetch: contract.fetch });
    const before = await sluice.getBalance();
    const deposit = await sluice.fundSandbox({ amount: '500.00' });
    expect(deposit).toMatchObject({ status: 'completed', amount: '500.00', currency: 'USD', method: 'sandbox' });

    const recipient = await sluice.createRecipient(germanRecipient);
    const destinationAccountId = recipient.methods[0]?.destinationAccountId ?? '';
    expect(await sluice.getRecipient({ recipientId: recipient.recipientId })).toEqual(recipient);
    expect((await sluice.listRecipients({ externalId: 'zoe' })).data).toEqual([recipient]);

    const quote = await sluice.createQuote({ amount: '100.00', destinationAccountId });
    expect(quote).toMatchObject({
      sourceAmount: '100.00',
      fee: { amount: '0.50', currency: 'USD' },
      rate: '0.92',
      destinationAmount: '91.54',
      destinationCurrency: 'EUR',
    });

    const { rate, fee, destinationAmount } = quote;
    const indicative = await sluice.getIndicativeRate({ from: 'USD', to: 'EUR', amount: '100.00' });
    expect(indicative).toMatchObject({ rate, fee, destinationAmount });

    const reference = unique('invoice');
    const payout = await sluice.acceptQuote({ snapshotId: quote.snapshotId, reference, endUser: { id: 'user-1' } });
    expect(payout).toMatchObject({ status: 'pending', reference, endUserId: 'user-1', destinationAmount: '91.54' });

    const followed = await follow(sluice, payout.payoutId, 'payout.completed');
    expect(statusesOf(followed)).toEqual(announcedStatuses(['pending', 'processing', 'completed'], followed));

    const order = await sluice.getOrder({ payoutId: payout.payoutId });
    expect(order).toEqual({ ...payout, status: 'completed', updatedAt: followed.at(-1)?.createdAt });
    expect((await sluice.listOrders({ reference })).data).toEqual([order]);
    expect((await sluice.listEvents({ payoutId: payout.payoutId })).data).toEqual(followed);
    const rows = await sluice.listBalanceTransactions({ orderId: payout.payoutId });
    const [row] = rows.data;
    expect(rows.data).toEqual([{ ...row, type: 'payout', amount: '-100.00', fee: '0.50', net: '-99.50' }]);

    const { data: audited } = await sluice.listAuditEvents({ resourceId: payout.payoutId });
    expect(audited).toMatchObject([{ action: 'payout.create', outcome: 'succeeded' }]);

    const books = await readBooks(sluice);
    expect((await sluice.getBalanceHistory()).data).toEqual(books.rows);
    expect(books.balance.available).toBe(decimal(cents(before.available) + 400_00n));
    expectAgreement(books);
  });

  test('needs no quote: it is sent at the price of the moment, if that is as expected', async () => {
    const sluice = new Sluice({ ...quickstart(), signing, fetch: contract.fetch });
    await sluice.fundSandbox({ amount: '100.00' });
    const recipient = await sluice.createRecipient(germanRecipient);
    const destinationAccountId = recipient.methods[0]?.destinationAccountId ?? '';
    const reference = unique('invoice');
    const request = { amount: '100.00', destinationAccountId, reference };

    const tooMuch = sent(sluice.createPayout({ ...request, expectDestination: { amount: '92.00' } }));
    await expect(tooMuch).rejects.toMatchObject({ type: 'RATE_DRIFT_EXCEEDED' });
    const payout = await sent(
      sluice.createPayout({ ...request, expectDestination: { amount: '92.00', tolerance: '0.01' } }),
    );
    expect(payout).toMatchObject({ status: 'pending', reference, sourceAmount: '100.00', destinationAmount: '91.54' });

    const followed = await follow(sluice, payout.payoutId, 'payout.completed');
    expect(statusesOf(followed)).toEqual(announcedStatuses(['pending', 'processing', 'completed'], followed));
    expectAgreement(await readBooks(sluice));
  });
});

describe('a payout signed by hand', () => {
  test('goes the same way with nothing but node:crypto', async () => {
    const call = checked(handSigned(quickstart()));
    const before = await call('GET', '/payments/organizations/{orgId}/balance');
    await succeeds(call('POST', '/payments/organizations/{orgId}/sandbox/fund', { body: { amount: '300.00' } }));
    const recipient = await succeeds(
      call('POST', '/recipients/{orgId}', { idempotencyKey: unique('recipient'), body: germanRecipient }),
    );
    const { destinationAccountId } = recipient.body.methods[0];
    const quote = await succeeds(
      call('POST', '/payments/organizations/{orgId}/quotes/offramp', {
        body: { amount: '91.54', amountLeg: 'destination', destinationAccountId },
      }),
    );
    expect(quote.body).toMatchObject({ sourceAmount: '100.00', destinationAmount: '91.54' });

    const reference = unique('invoice by hand');
    const acceptance = {
      idempotencyKey: unique('accept'),
      body: { snapshotId: quote.body.snapshotId, type: 'OFFRAMP', reference },
    };
    const payout = await succeeds(call('POST', '/payments/organizations/{orgId}/quotes/accept', acceptance));
    const replay = await call('POST', '/payments/organizations/{orgId}/quotes/accept', acceptance);
    expect([replay.status, replay.text]).toEqual([payout.status, payout.text]);
    expect([payout, replay].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);

    const { payoutId } = payout.body;
    const order = await until('the payout is completed', SETTLED_WITHIN_MS, async () => {
      const { body } = await call('GET', `/payments/organizations/{orgId}/orders/${payoutId}`);
      return body.status === 'completed' ? body : undefined;
    });
    const found = await call(
      'GET',
      `/payments/organizations/{orgId}/orders?reference=${encodeURIComponent(reference)}`,
    );
    expect(found.body.data).toEqual([order]);
    const feed = await call('GET', `/payments/organizations/{orgId}/events?payoutId=${payoutId}&type=payout.completed`);
    expect(feed.body.data).toMatchObject([{ payoutId, data: order }]);
    const rows = await call('GET', `/payments/organizations/{orgId}/balance_transactions?orderId=${payoutId}`);
    const after = await call('GET', '/payments/organizations/{orgId}/balance');
    expect(rows.body.data).toMatchObject([{ type: 'payout', balanceAfter: after.body.available }]);
    expect(cents(after.body.available) - cents(before.body.available)).toBe(200_00n);
  });

  test('a request that is sent twice is refused the second time and runs once', async () => {
    const { url, init } = signByHand(quickstart(), 'POST', '/payments/organizations/{orgId}/sandbox/fund', {
      body: { amount: '1.00' },
    });
    expect((await readAnswer(await fetch(url, init))).status).toBe(201);
    const before = await new Sluice(quickstart()).getBalance();

    const second = await readAnswer(await fetch(url, init));

    expect([second.status, second.body.type]).toEqual([401, 'SIGNATURE_REPLAYED']);
    expect(await new Sluice(quickstart()).getBalance()).toEqual(before);
  });
});

/** Statuses of every kind of end but the usual one; all scenarios are played where time need not be waited for. */
const otherEnds = {
  completed_without_processing: ['pending', 'completed'],
  account_invalid: ['pending', 'failed'],
  execution_failed_funds_kept: ['pending', 'processing', 'failed'],
  returned_by_bank: ['pending', 'processing', 'completed', 'returned'],
} as const;

describe('a payout to an account of the sandbox that chooses another end', () => {
  test.each(Object.entries(otherEnds))('%s: ends so by the real clock', async (outcome, statuses) => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    await sluice.fundSandbox({ amount: '20.00' });
    const { data } = await sluice.listPayoutScenarios({ corridorId: 'eur_de_iban' });
    const scenario = data.find((row) => row.outcome === outcome);
    const { status, failureCode, fundsReturned, recipientDetails } = scenario as PayoutScenario;
    const { recipientId, methods } = await sluice.createRecipient({
      ...germanRecipient,
      externalId: outcome,
      method: { kind: 'fiat', currency: 'EUR', recipientDetails },
    });
    const destinationAccountId = methods[0]?.destinationAccountId ?? '';
    const { payoutId } = await sent(sluice.createPayout({ amount: '20.00', destinationAccountId }));
    expect(await sluice.retireRecipient({ recipientId })).toMatchObject({ status: 'retired' });

    const followed = await follow(sluice, payoutId, `payout.${statuses.at(-1) as Payout['status']}`);

    expect(statusesOf(followed)).toEqual(announcedStatuses(statuses, followed));
    const order = await sluice.getOrder({ payoutId });
    expect({ ...order, failureCode: order.failureCode }).toMatchObject({ status, failureCode });
    expect(order.fundsReturned).toBe(fundsReturned);
    expectAgreement(await readBooks(sluice));
  });
});

/** No sandbox routing asks for the organization's own funds: these can only be refused here. */
const ofSelfFunded = ['cancelPayout', 'confirmPayoutFunding', 'getPayoutFunding', 'quotePayoutFunding'];
/** The platform credits transfers; none of the sandbox is held short. */
const ofShortTransfers = ['acceptDeposit', 'acceptCheckoutPayment'];
/** An address is read once a buyer's page has asked for an amount, so that nothing was received here. */
const ofReceipts = ['assignReceipt'];

describe('a payout that settles from the balance', () => {
  test('has nothing to fund and cannot be canceled', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const [order] = (await sluice.listOrders()).data;
    const payout = { payoutId: order?.payoutId ?? '' };
    await expect(sluice.cancelPayout(payout)).rejects.toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE' });
    await expect(sluice.getPayoutFunding(payout)).rejects.toMatchObject({ type: 'BAD_REQUEST' });
    const confirmation = { ...payout, transactionHash: `0x${'5a'.repeat(32)}` };
    await expect(sluice.confirmPayoutFunding(confirmation)).rejects.toMatchObject({ type: 'BAD_REQUEST' });
    const { baseUrl, organizationId, sessions } = stack;
    const owner = new Sluice({ baseUrl, organizationId, session: sessions.owner, fetch: contract.fetch });
    await expect(owner.quotePayoutFunding(payout)).rejects.toMatchObject({ type: 'BAD_REQUEST' });
  });
});

describe('the dashboard', () => {
  test('issues a key, the key calls and rotates itself, and a revocation ends it', async () => {
    const { baseUrl, organizationId, sessions } = stack;
    const owner = new Sluice({ baseUrl, organizationId, session: sessions.owner, fetch: contract.fetch });
    const [pair, next] = [newKeyPair(), newKeyPair()];
    const issued = await owner.issueApiKey({ name: 'server', publicKey: pair.publicKey, scopes: ['read'] });
    const privateKey = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    const sluice = new Sluice({ ...quickstart(), apiKey: { id: issued.id, privateKey }, fetch: contract.fetch });

    const { key, predecessor } = await sluice.rotateApiKey({ id: issued.id, publicKey: next.publicKey });
    expect((await owner.listApiKeys({ limit: 2 })).data).toEqual([
      key,
      { ...issued, expiresAt: predecessor.expiresAt },
    ]);

    await owner.revokeApiKey({ id: issued.id });
    await expect(sluice.getBalance()).rejects.toMatchObject({ type: 'UNAUTHORIZED' });
  });
});

/** Calls as the member of a role, or as somebody else who has signed in. */
function as(session: string): Sluice {
  const { baseUrl, organizationId } = stack;
  return new Sluice({ baseUrl, organizationId, session, fetch: contract.fetch });
}

describe('the policy, through the client with sessions', { timeout: 60_000 }, () => {
  test('makes a payout wait, people agree, it completes, and they agree to lift the policy', async () => {
    const { owner, operator } = stack.sessions;
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const { data: members } = await as(owner).listMembers();
    const userIdOf = (wanted: string) => members.find(({ role }) => role === wanted)?.userId ?? '';
    const approvals = { threshold: '50.00', quorum: 1, approvers: [userIdOf('owner'), userIdOf('operator')] };
    expect(await as(owner).changePolicy({ approvals })).toMatchObject({ approvals });

    await sluice.fundSandbox({ amount: '300.00' });
    const recipient = await sluice.createRecipient(germanRecipient);
    const destinationAccountId = recipient.methods[0]?.destinationAccountId ?? '';
    const reference = unique('approved');
    const pending = waiting(await sluice.createPayout({ amount: '100.00', destinationAccountId, reference }));
    expect((await sluice.listOrders({ reference })).data).toEqual([]);
    expect((await sluice.getBalance()).held).toBe('100.00');
    expect((await as(operator).approveApproval(pending)).status).toBe('approved');
    const payout = await until('the payout is made', SETTLED_WITHIN_MS, async () => {
      const [order] = (await sluice.listOrders({ reference })).data;
      return order;
    });
    expect(payout).toMatchObject({ approvalId: pending.approvalId, sourceAmount: '100.00' });
    await follow(sluice, payout.payoutId, 'payout.completed');

    const rejected = waiting(await sluice.createPayout({ amount: '100.00', destinationAccountId }));
    expect((await as(operator).rejectApproval(rejected)).status).toBe('rejected');

    const iban = 'DE89370400440532013000';
    const details = { holderName: 'Example GmbH', iban };
    const account = await as(owner).registerCollectionAccount({ kind: 'bank', currency: 'EUR', details });
    expect(account).toMatchObject({ status: 'pending', details });
    await as(operator).approveApproval(waiting(account));
    const { accountId } = account;
    await until('the account is active', SETTLED_WITHIN_MS, async () => {
      const { data } = await sluice.listCollectionAccounts({ status: 'active' });
      return data.length > 0 || undefined;
    });
    expect(await as(owner).removeCollectionAccount({ accountId })).toMatchObject({ status: 'removed' });

    const lifting = waiting(await as(owner).changePolicy({ approvals: null }));
    await as(operator).approveApproval(lifting);
    await until('the policy is lifted', SETTLED_WITHIN_MS, async () => {
      const { approvals: left } = await as(owner).getPolicy();
      return left === null || undefined;
    });
    expectAgreement(await readBooks(sluice));
  });
});

describe('a run of payouts, through the client', { timeout: 60_000 }, () => {
  test('waits for its confirm, is created and completed, or canceled, and every record agrees', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    await sluice.fundSandbox({ amount: '100.00' });
    const { methods } = await sluice.createRecipient(germanRecipient);
    const destinationAccountId = methods[0]?.destinationAccountId ?? '';
    const items = ['10.00', '20.00', '0'].map((amount) => ({
      amount,
      destinationAccountId,
      reference: unique('line'),
    }));
    const externalReferenceId = unique('run');
    const { batchId } = await sluice.createPayoutBatch({ externalReferenceId, items });
    expect((await sluice.listPayoutBatches({ externalReferenceId })).data).toMatchObject([{ batchId }]);
    await reached(sluice, batchId, 'awaiting_confirmation');
    const invalid = await sluice.listPayoutBatchItems({ batchId, status: 'invalid' });
    expect(invalid.data).toMatchObject([{ index: 2, errors: [{ type: 'BAD_REQUEST' }] }]);
    expect(await sluice.confirmPayoutBatch({ batchId })).toMatchObject({ status: 'creating' });
    await reached(sluice, batchId, 'completed');
    const { data: created } = await sluice.listPayoutBatchItems({ batchId, status: 'created' });
    expect(created).toHaveLength(2);
    for (const { payoutId = '' } of created) {
      await follow(sluice, payoutId, 'payout.completed');
      expect(await sluice.getOrder({ payoutId })).toMatchObject({ batchId });
    }

    const other = {
      externalReferenceId: unique('run'),
      items: [{ amount: '5.00', destinationAccountId }],
      autoCommit: false,
    };
    const waiting = await sluice.createPayoutBatch(other);
    await reached(sluice, waiting.batchId, 'awaiting_confirmation');
    expect(await sluice.cancelPayoutBatch({ batchId: waiting.batchId })).toMatchObject({ status: 'canceled' });
    expectAgreement(await readBooks(sluice));
  });
});

describe('payout links, through the client', { timeout: 60_000 }, () => {
  test('are made, renewed, claimed on their page and paid, or canceled, and every record agrees', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    await sluice.fundSandbox({ amount: '100.00' });
    const reference = unique('prize');
    const made = await sent(sluice.createPayoutLink({ amount: '40.00', currency: 'USD', reference }));
    const { payoutLinkId } = made;
    const { url, ...renewed } = await sluice.renewPayoutLinkToken({ payoutLinkId });
    expect(renewed).toMatchObject({ payoutLinkId, status: 'open', held: { amount: '40.00', currency: 'USD' } });
    expect((await fetch(made.url ?? '')).status).toBe(404);
    expect((await claimLink(new Browser(), url ?? '')).status).toBe(200);
    const claimed = await sluice.getPayoutLink({ payoutLinkId });
    expect(claimed.status).toBe('claimed');
    expect((await sluice.listPayoutLinks({ reference })).data).toEqual([claimed]);
    const { payoutId = '' } = claimed;
    await follow(sluice, payoutId, 'payout.completed');
    expect(await sluice.getOrder({ payoutId })).toMatchObject({ payoutLinkId, reference, sourceAmount: '40.00' });
    const types = (await sluice.listEvents({ payoutId })).data.map(({ type }) => type);
    expect(types[0]).toBe('payout_link.claimed');

    const other = await sent(sluice.createPayoutLink({ amount: '15.00', currency: 'USD' }));
    expect(await sluice.cancelPayoutLink({ payoutLinkId: other.payoutLinkId })).toMatchObject({ status: 'canceled' });
    expect((await sluice.getBalance()).held).toBe('0.00');
    expectAgreement(await readBooks(sluice));
  });
});

describe('links, through the client', () => {
  test('are created, changed, published, listed, paused and deleted', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const draft = await sluice.createLink({
      currency: 'EUR',
      items: [{ name: 'Mug', quantity: 2, unitAmount: '12.50' }],
      taxRate: '19',
    });
    const { linkId } = draft;
    expect(draft).toMatchObject({ status: 'draft', total: '29.75', tax: '4.75' });
    expect((await sluice.listLinks({ status: 'draft' })).data).toEqual([draft]);
    await sluice.updateLink({ linkId, successUrl: 'http://localhost:3000/thanks' });
    const sent = await sluice.publishLink({ linkId });
    expect(sent).toMatchObject({ status: 'sent', shareUrl: expect.stringMatching(/^http:\/\/.*\/p\/checkout\/./) });
    expect(await sluice.getLink({ linkId })).toEqual(sent);
    expect(await sluice.pauseLink({ linkId })).toMatchObject({ status: 'paused' });
    const other = await sluice.createLink({ currency: 'EUR', items: [{ name: 'Mug', quantity: 1, unitAmount: '1' }] });
    expect(await sluice.deleteLink({ linkId: other.linkId })).toEqual(other);
    await expect(sluice.getLink({ linkId: other.linkId })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  });
});

describe('payments on a link, through the client', { timeout: 60_000 }, () => {
  test('are simulated, settle by themselves, and are read, listed and exported', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const items = [{ name: 'Mug', quantity: 1, unitAmount: '12.02' }];
    const { linkId } = await sluice.createLink({ currency: 'USD', items, publish: true });
    expect((await sluice.listCheckoutScenarios()).data).toContainEqual(expect.objectContaining({ digits: '02' }));
    const pending = await sluice.simulateCheckoutPayment({ linkId, reference: 'order 7' });
    expect(pending).toMatchObject({ status: 'pending', amountBase: 1202, decimals: 2 });
    const paymentId = pending.id;
    const paid = await until('the payment is paid', 30_000, async () => {
      const payment = await sluice.getCheckoutPayment({ paymentId });
      return payment.status === 'paid' ? payment : undefined;
    });
    expect((await sluice.listCheckoutPayments({ linkId })).data).toEqual([paid]);
    const { text, nextCursor } = await sluice.exportCheckoutPayments({ linkId });
    expect(text).toContain(`${paymentId},${paid.externalId},paid,card,visa,4242`);
    expect(nextCursor).toBeUndefined();
  });
});

describe('tokens, through the client', () => {
  test('are sent to an address of the organization on the simulated chain, and to no other', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const to = { token: 'USDC', chain: 'base', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' } as const;
    await expect(sluice.sendSandboxTransfer({ ...to, amount: '1' })).rejects.toMatchObject({ type: 'BAD_REQUEST' });
    await as(stack.sessions.owner).registerCollectionAccount({ kind: 'crypto', currency: 'USD', details: to });
    const sent = await sluice.sendSandboxTransfer({ ...to, amount: '15.004217' });
    expect(sent).toMatchObject({ ...to, amount: '15.004217' });
    expect(await sluice.listReceipts({ status: 'unmatched' })).toMatchObject({ data: [] });
  });
});

describe('a payment, through the client', () => {
  test('is refunded in part, and then what is left of it, and both are announced', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const items = [{ name: 'Mug', quantity: 1, unitAmount: '12.50' }];
    const { linkId } = await sluice.createLink({ currency: 'USD', items, publish: true });
    const { id: paymentId } = await sluice.simulateCheckoutPayment({ linkId });
    const { nextSince } = await sluice.listEvents({ limit: 500 });
    expect(await sluice.refundCheckoutPayment({ paymentId, amount: '2.50' })).toMatchObject({ refundedBase: 250 });
    const refunded = await sluice.refundCheckoutPayment({ paymentId });
    expect(refunded).toMatchObject({ status: 'refunded', refundedBase: 1250, refunds: [{}, { amountBase: 1000 }] });
    expect(await sluice.getCheckoutPayment({ paymentId })).toEqual(refunded);
    const announced = await until('both refunds are announced', SETTLED_WITHIN_MS, async () => {
      const { data } = await sluice.listEvents({ since: nextSince });
      const types = data.filter(({ data }) => 'id' in data && data.id === paymentId).map(({ type }) => type);
      return types.length === 2 ? types : undefined;
    });
    expect(announced).toEqual(['checkout_payment.partially_refunded', 'checkout_payment.refunded']);
  });
});

describe('products, through the client', () => {
  test('are created, listed, changed and archived', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const product = await sluice.createProduct({ name: 'Mug', currency: 'USD', unitAmount: '12.50', taxRate: '19' });
    const { productId } = product;
    expect((await sluice.listProducts({ status: 'active' })).data).toEqual([product]);
    expect(await sluice.updateProduct({ productId, unitAmount: '13' })).toMatchObject({ unitAmount: '13.00' });
    const archived = await sluice.archiveProduct({ productId });
    expect(archived).toMatchObject({ status: 'archived', unitAmount: '13.00' });
    expect(await sluice.getProduct({ productId })).toEqual(archived);
  });
});

describe('members, through the client with a session', { timeout: 30_000 }, () => {
  test('are invited, join, are changed and removed, and the audit log names who did it', async () => {
    const { owner, viewer } = stack.sessions;
    const members = as(owner);
    const { data } = await members.listMembers();
    const known = data.find(({ role }) => role === 'viewer');
    const userId = known?.userId ?? '';
    await as(viewer).removeMember({ userId });
    await expect(as(viewer).listMembers()).rejects.toMatchObject({ type: 'FORBIDDEN' });

    const revoked = await members.inviteMember({ email: 'ada@example.com', role: 'admin' });
    await members.revokeInvitation({ invitationId: revoked.invitationId });
    const { token, ...invitation } = await members.inviteMember({ email: 'ada@example.com', role: 'viewer' });
    expect((await members.listMembers()).invitations).toEqual([invitation]);
    // For some seconds nothing is committed of somebody who was removed: it may have been under way.
    const join = () =>
      as(viewer)
        .joinOrganization({ token })
        .catch(() => undefined);
    const joined = await until('who was removed joins again', SETTLED_WITHIN_MS, join);
    expect(joined).toMatchObject({ userId, email: 'ada@example.com', role: 'viewer' });
    expect(await members.changeMember({ userId, role: 'operator' })).toMatchObject({ role: 'operator' });

    const audited = (await members.listAuditEvents({ action: 'member.join' })).data;
    expect(audited).toMatchObject([{ outcome: 'succeeded', resourceId: userId, actorUserId: userId }]);
  });
});

describe('webhook endpoints, through the client', { timeout: 30_000 }, () => {
  test('are registered, paused, resumed, given a new secret and removed by a session, and listed by the key', async () => {
    const operator = as(stack.sessions.operator);
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const { secret, ...endpoint } = await operator.registerWebhookEndpoint({ url: 'https://example.com/hooks' });
    const { id: endpointId } = endpoint;
    expect((await sluice.listWebhookEndpoints()).data).toEqual([endpoint]);
    expect((await operator.enableWebhookEndpoint({ endpointId, enabled: false })).enabled).toBe(false);
    expect((await operator.enableWebhookEndpoint({ endpointId, enabled: true })).enabled).toBe(true);
    expect((await operator.rotateWebhookSecret({ endpointId })).secret).not.toBe(secret);
    expect(await sluice.listWebhookDeliveries({ endpointId })).toEqual([]);
    const now = new Date().toISOString();
    expect(await operator.replayWebhookDeliveries({ endpointId, from: now, to: now })).toEqual({ requeued: 0 });
    // Nobody listens there.
    expect(await operator.sendTestWebhook({ endpointId, type: 'payout.completed' })).toMatchObject({ accepted: false });
    expect((await operator.removeWebhookEndpoint({ endpointId })).id).toBe(endpointId);
  });

  test('registered by a test key are sent what it does, and sent it again', async () => {
    const ids: unknown[] = [];
    const receiver = await receive((request, response) => {
      ids.push(request.headers['svc-id']);
      response.end();
    });
    const operator = as(stack.sessions.operator);
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const { secret: _secret, ...endpoint } = await sluice.registerSandboxWebhookEndpoint({
      url: receiver.url,
      events: ['deposit.completed'],
    });
    const { id: endpointId } = endpoint;
    expect((await sluice.listSandboxWebhookEndpoints()).data).toEqual([endpoint]);

    await sluice.fundSandbox({ amount: '1.00' });
    const delivered = () =>
      until('a delivery succeeded', SETTLED_WITHIN_MS, async () => {
        const [delivery] = await sluice.listSandboxWebhookDeliveries({ endpointId });
        return delivery?.status === 'succeeded' ? delivery : undefined;
      });
    const delivery = await delivered();
    const replayed = await operator.replayWebhookDelivery({ endpointId, deliveryId: delivery.id });
    expect(replayed).toMatchObject({ eventId: delivery.eventId, status: 'pending', attempt: 0 });
    await delivered();
    expect(ids).toEqual([delivery.eventId, delivery.eventId]);

    await operator.sendTestWebhook({ endpointId, type: 'payout.completed' });
    expect(ids).toHaveLength(3);
    await operator.removeWebhookEndpoint({ endpointId });
  });
});

describe('the audit log of the whole journey', () => {
  test('has each row under the id of its request, whoever wrote it', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const rows = [];
    for await (const row of sluice.listAuditEvents({ limit: 100 })) rows.push(row);
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows)
      expect(await sluice.listAuditEvents({ requestId: row.requestId })).toMatchObject({ data: [row] });
  });

  test('and what was done under an idempotency key is read by the key', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    const key = unique('key');
    const { depositId } = await sluice.fundSandbox({ amount: '5.00' }, { idempotencyKey: key });
    expect(await sluice.getIdempotencyKey({ key })).toMatchObject({
      key,
      state: 'completed',
      httpStatus: 201,
      action: 'sandbox.fund',
      resource: { kind: 'deposit', id: depositId },
    });
  });
});

describe('the description of the API', () => {
  test('is public and the one in docs/openapi.json', async () => {
    const response = await fetch(`${stack.baseUrl}/openapi.json`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(JSON.parse(openApiText));
  });

  test('held for every operation: each one was answered with success, by its schema', async () => {
    const sluice = new Sluice({ ...quickstart(), fetch: contract.fetch });
    await Promise.all([sluice.getOpenApi(), sluice.getHealth(), sluice.listCorridors(), sluice.listPayoutScenarios()]);
    await Promise.all([sluice.getPolicy(), sluice.listPaymentReasons(), sluice.listApprovals()]);
    const [deposit] = (await sluice.listDeposits()).data;
    await sluice.getDeposit({ depositId: deposit?.depositId ?? '' });
    const answered = new Set([...contract.succeeded, ...ofSelfFunded, ...ofShortTransfers, ...ofReceipts]);
    expect(operations.map(({ operationId }) => operationId).filter((id) => !answered.has(id))).toEqual([]);
  });
});

describe('the log of the whole journey', () => {
  const linesOf = (text: string) => text.trim().split('\n');
  const fileOf = (name: string) => readFileSync(join(stack.dataDirectory, name), 'utf8');

  test('has one line for each request, with the request id of its answer', () => {
    const requests = linesOf(fileOf('sluice.log'))
      .map((line) => JSON.parse(line))
      .filter(({ message }) => message === 'request');
    const logged = requests.map(({ requestId }) => requestId);
    expect(logged.length).toBeGreaterThan(200);
    expect(logged.toSorted()).toEqual(traffic.requestIds.toSorted());
    for (const { operation, tableCalls } of requests) {
      expect([operation, Number.isInteger(tableCalls)]).toEqual([expect.stringMatching(/^[a-z]+[A-Z]/), true]);
    }
  });

  test('has no secret, no account number, no name and no body, and neither has the terminal', () => {
    const secrets = new Set([
      ...traffic.secrets,
      ...Object.values<string>(JSON.parse(fileOf('secrets.json'))),
      ...Object.values(stack.sessions),
      ...linesOf(stack.apiKey.privateKey).filter((line) => !line.startsWith('---')),
    ]);
    expect(secrets.size).toBeGreaterThan(500);
    for (const known of [germanRecipient.name, 'ada@example.com']) expect(secrets).toContain(known);
    for (const [where, text] of Object.entries({ log: fileOf('sluice.log'), terminal: stack.output() })) {
      expect(
        [...secrets].filter((secret) => text.includes(secret)),
        where,
      ).toEqual([]);
    }
  });
});

function quickstart() {
  const { baseUrl, organizationId, apiKey } = stack;
  return { baseUrl, organizationId, apiKey };
}

/** What is answered to a request that waits for approvers. */
function waiting(answer: object): { approvalId: string } {
  if ('approvalId' in answer && typeof answer.approvalId === 'string') return { approvalId: answer.approvalId };
  throw new Error('nothing waits');
}

/** Follows a payout's events until one of a type. */
async function follow(sluice: Sluice, payoutId: string, last: Event['type']): Promise<Event[]> {
  const events: Event[] = [];
  const signal = AbortSignal.timeout(SETTLED_WITHIN_MS);
  for await (const event of sluice.followEvents({ payoutId, pollMs: 100, signal })) {
    events.push(event);
    if (event.type === last) break;
  }
  return events;
}

function checked(call: HandSigned): HandSigned {
  return async (method, path, options) => {
    const answer = await call(method, path, options);
    contract.check(method, stack.baseUrl + path.replace('{orgId}', stack.organizationId), answer);
    return answer;
  };
}

async function succeeds(call: Promise<Answer>): Promise<Answer> {
  const answer = await call;
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}

/** Waits until a run is in a status. */
function reached(sluice: Sluice, batchId: string, wanted: string): Promise<true> {
  return until(`the run is ${wanted}`, SETTLED_WITHIN_MS, async () => {
    const { status } = await sluice.getPayoutBatch({ batchId });
    return status === wanted || undefined;
  });
}
