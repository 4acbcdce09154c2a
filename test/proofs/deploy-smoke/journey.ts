import assert from 'node:assert/strict';
import { isSluiceError, type Sluice } from '../../../client/src/index.ts';
import { say } from '../../../scripts/support/say.ts';
import { checkArchive } from './archive.ts';
import { type Customer, clientOf } from './client.ts';
import { checkConnections } from './connections.ts';
import type { Deployed } from './deploy.ts';
import type { Cloud } from './ministack.ts';
import { checkBooks as checkByOperation, createCustomer, readOriginSecret } from './operator.ts';
import { rotateUnderLoad } from './rotate-under-load.ts';

/** The emulator's stream, queue and worker take a few seconds, and the sandbox's rail takes two. */
const completionTimeoutMs = 90_000;

/** A recipient whose payouts are completed. */
export const ada = {
  type: 'individual',
  name: 'Ada Lovelace',
  country: 'DE',
  externalId: 'ada',
  method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
} as const;

/** What the journey leaves to the proofs behind it. */
export interface Journey {
  readonly customer: Customer;
  readonly sluice: Sluice;
  /** What CloudFront sends. */
  readonly edgeHeaders: Readonly<Record<string, string>>;
  /** The version of the origin secret that the edge has to be told; undefined if there is no CloudFront in front. */
  readonly originSecretVersion: string | undefined;
}

/** Makes a payout through the deployed service, rotates its secrets, and checks the records that are left. */
export async function runJourney(cloud: Cloud, deployed: Deployed): Promise<Journey> {
  const customer = await createCustomer(cloud, deployed, 'smoke');
  say(`an operator created organization ${customer.organizationId}`);
  const { originSecretId } = deployed;
  if (originSecretId) await expectRefusalBesideTheEdge(clientOf(cloud, deployed, customer, { edgeHeaders: {} }));
  const edgeHeaders: Record<string, string> = originSecretId
    ? { 'x-origin-secret': await readOriginSecret(cloud, originSecretId), 'x-viewer-address': '203.0.113.7' }
    : {};
  const sluice = clientOf(cloud, deployed, customer, { edgeHeaders });
  const challenged = clientOf(cloud, deployed, customer, { edgeHeaders, signing: 'challenge' });
  const originSecretVersion = await rotateUnderLoad(cloud, deployed, [sluice, challenged], edgeHeaders);
  const payoutId = await pay(sluice);
  await waitForEvent(sluice, 'payout.completed', (event) => event.payoutId === payoutId);
  await checkBooks(sluice, payoutId);
  assert.deepEqual(await checkByOperation(cloud, deployed, customer), []);
  say('the operation that checks books finds them sound');
  await checkConnections(cloud, deployed);
  if (deployed.isArchived) await checkArchive(cloud, deployed);
  return { customer, sluice, edgeHeaders, originSecretVersion };
}

async function expectRefusalBesideTheEdge(sluice: Sluice): Promise<void> {
  await assert.rejects(
    sluice.getBalance(),
    (error) => isSluiceError(error, 'FORBIDDEN') && error.detail.includes('public address'),
    'a call that did not pass CloudFront must be refused',
  );
  say('a call beside CloudFront is refused');
}

async function pay(sluice: Sluice): Promise<string> {
  await sluice.fundSandbox({ amount: '1000.00' });
  say('funded');
  const { methods } = await sluice.createRecipient(ada);
  say('recipient created');
  const destinationAccountId = methods[0]?.destinationAccountId ?? '';
  const { snapshotId } = await sluice.createQuote({ amount: '100.00', destinationAccountId });
  say('quoted');
  const payout = await sluice.acceptQuote({ snapshotId, reference: 'invoice-42' });
  assert.equal(payout.status, 'pending');
  say(`accepted: ${payout.payoutId}`);
  return payout.payoutId;
}

type FeedEvent = Awaited<ReturnType<Sluice['listEvents']>>['data'][number];

/** Reads the feed until an event of a type is there. */
export async function waitForEvent(
  sluice: Sluice,
  type: string,
  isWanted: (event: FeedEvent) => boolean,
): Promise<void> {
  const signal = AbortSignal.timeout(completionTimeoutMs);
  for await (const event of sluice.followEvents({ signal, pollMs: 500 })) {
    if (event.type === type && isWanted(event)) return say(`event ${event.sequence}: ${type}`);
  }
  throw new Error(`no ${type} came in ${completionTimeoutMs / 1000} s`);
}

/** Checks that order, ledger, balance and feed agree. */
async function checkBooks(sluice: Sluice, payoutId: string): Promise<void> {
  const order = await sluice.getOrder({ payoutId });
  assert.equal(order.status, 'completed');
  const [byReference] = (await sluice.listOrders({ reference: 'invoice-42' })).data;
  assert.equal(byReference?.payoutId, payoutId);
  const ledger = (await sluice.listBalanceTransactions({})).data;
  assert.deepEqual(
    ledger.map(({ type }) => type),
    ['payout', 'deposit'],
  );
  assert.equal(ledger[0]?.payoutId, payoutId);
  const { available } = await sluice.getBalance();
  assert.equal(available, ledger[0]?.balanceAfter);
  const events = (await sluice.listEvents({})).data;
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => String(index + 1)),
  );
  const ofPayout = events.filter((event) => event.payoutId === payoutId).map(({ type }) => type);
  // A worker that starts slowly finds the sandbox's payout completed, and nothing in between.
  assert.match(ofPayout.join(' '), /^payout\.pending (payout\.processing )?payout\.completed$/);
  say(`order, ledger (${ledger.length} rows), balance ${available} and feed (${events.length} events) agree`);
}
