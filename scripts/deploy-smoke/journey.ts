import assert from 'node:assert/strict';
import { isSluiceError, Sluice } from '../../client/src/index.ts';
import { say } from '../support/say.ts';
import { checkArchive } from './archive.ts';
import type { Deployed } from './deploy.ts';
import type { Cloud } from './ministack.ts';
import { checkBooks as checkByOperation, createCustomer, readOriginSecret } from './operator.ts';
import { rotateUnderLoad } from './rotate-under-load.ts';

/** The emulator's stream, queue and worker take a few seconds, and the sandbox's rail takes two. */
const completionTimeoutMs = 90_000;
const ada = {
  type: 'individual',
  name: 'Ada Lovelace',
  country: 'DE',
  externalId: 'ada',
  method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
} as const;

/** Makes a payout through the deployed service, and checks the records that it leaves. */
export async function runJourney(cloud: Cloud, deployed: Deployed): Promise<void> {
  const customer = await createCustomer(cloud, deployed);
  say(`an operator created organization ${customer.organizationId}`);
  const { originSecretId } = deployed;
  if (originSecretId) await expectRefusalBesideTheEdge(clientOf(cloud, deployed, customer, {}));
  const edgeHeaders: Record<string, string> = originSecretId
    ? { 'x-origin-secret': await readOriginSecret(cloud, originSecretId), 'x-viewer-address': '203.0.113.7' }
    : {};
  const sluice = clientOf(cloud, deployed, customer, edgeHeaders);
  const challenged = clientOf(cloud, deployed, customer, edgeHeaders, 'challenge');
  await rotateUnderLoad(cloud, deployed, [sluice, challenged], edgeHeaders);
  const payoutId = await pay(sluice);
  await waitUntilCompleted(sluice, payoutId);
  await checkBooks(sluice, payoutId);
  assert.deepEqual(await checkByOperation(cloud, deployed, customer), []);
  say('the operation that checks books finds them sound');
  if (deployed.isArchived) await checkArchive(cloud, deployed);
}

type Customer = Awaited<ReturnType<typeof createCustomer>>;

/**
 * A client of the HTTP API. The API's host name does not resolve, so calls use MiniStack's path form; the functions see
 * the same path.
 */
function clientOf(
  cloud: Cloud,
  { apiId }: Deployed,
  customer: Customer,
  headers: Readonly<Record<string, string>>,
  signing: 'direct' | 'challenge' = 'direct',
): Sluice {
  const gateway = `${cloud.endpoint}/_aws/execute-api/${apiId}/$default`;
  return new Sluice({
    baseUrl: `https://${apiId}.execute-api.${cloud.region}.amazonaws.com`,
    ...customer,
    signing,
    fetch: (input, init) => {
      const { pathname, search } = new URL(String(input));
      return fetch(gateway + pathname + search, { ...init, headers: { ...(init?.headers as object), ...headers } });
    },
  });
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

async function waitUntilCompleted(sluice: Sluice, payoutId: string): Promise<void> {
  const signal = AbortSignal.timeout(completionTimeoutMs);
  for await (const event of sluice.followEvents({ signal, pollMs: 500 })) {
    say(`event ${event.sequence}: ${event.type}`);
    if (event.type === 'payout.completed' && event.payoutId === payoutId) return;
  }
  throw new Error(`${payoutId} is not completed after ${completionTimeoutMs / 1000} s`);
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
  assert.deepEqual(ofPayout, ['payout.pending', 'payout.processing', 'payout.completed']);
  say(`order, ledger (${ledger.length} rows), balance ${available} and feed (${events.length} events) agree`);
}
