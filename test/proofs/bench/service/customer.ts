import { generateKeyPairSync, randomInt, randomUUID } from 'node:crypto';
import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { composeIBAN } from 'ibantools';
import { issueApiKey } from '../../../../shared/access/api-keys/issue-api-key.ts';
import { createOrganization } from '../../../../shared/access/organizations/create-organization.ts';
import { snapshotIdFor } from '../../../../shared/corridors/recipients/ids.ts';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { keyOf } from '../../../../shared/ground/table/keys.ts';
import { PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import { QuoteEntity } from '../../../../shared/payouts/quotes/quote.ts';
import { awaitedFunds } from '../../../support/funding/awaited-funds.ts';
import type { LambdaProcess } from './fleet.ts';
import { type Caller, type Request, succeed } from './request.ts';

/** An organization with money and somebody to pay. */
export interface Customer extends Caller {
  readonly recipientId: string;
  readonly destinationAccountId: string;
}

/** Account numbers that nobody else has; their last digits choose the sandbox outcome that ends well. */
function newIban(): string {
  return composeIBAN({ countryCode: 'DE', bban: `37040044${String(randomInt(1e8)).padStart(8, '0')}00` }) ?? '';
}

export function newRecipient() {
  const method = { kind: 'fiat' as const, currency: 'EUR', recipientDetails: { iban: newIban() } };
  return { type: 'individual' as const, name: 'Ada Lovelace', country: 'DE', externalId: randomUUID(), method };
}

/** One after the other, as each is drawn from the same seed. */
export async function createCustomers(process: LambdaProcess, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  while (customers.length < count) customers.push(await createCustomer(process));
  return customers;
}

export async function createCustomer(process: LambdaProcess): Promise<Customer> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { organizationId } = await createOrganization(process.runtime, {
    name: 'Bench',
    mode: 'sandbox',
    features: ['developer', 'mass_payouts'],
  });
  const { body: key } = await issueApiKey(process.runtime, {
    organizationId,
    name: 'Bench',
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }) as string,
    scopes: ['read', 'write', 'refunds'],
    issuedBy: 'bench',
  });
  const caller = { organizationId, keyId: key.id, privateKey };
  await succeed(process, caller, { operation: 'fundSandbox', body: { amount: '10000000.00' } });
  const { body } = await succeed(process, caller, { operation: 'createRecipient', body: newRecipient() });
  return { ...caller, recipientId: body.recipientId, destinationAccountId: body.methods[0].destinationAccountId };
}

export function quoteRequest({ destinationAccountId }: Customer): Request {
  return { operation: 'createQuote', body: { amount: '10.00', destinationAccountId } };
}

export function payoutRequest({ destinationAccountId }: Customer): Request {
  return { operation: 'createPayout', body: { amount: '10.00', destinationAccountId, reference: randomUUID() } };
}

export function acceptRequest(snapshotId: string): Request {
  return { operation: 'acceptQuote', body: { snapshotId, reference: `invoice-${snapshotId.slice(-12)}` } };
}

/** BatchWriteItem takes no more. */
const batchSize = 25;

/** Copies of one quote under ids of their own, written without the API: quoting is not what a run of accepts measures. */
export async function prepareQuotes(process: LambdaProcess, customer: Customer, count: number): Promise<string[]> {
  const { body } = await succeed(process, customer, quoteRequest(customer));
  const quoteKey = (snapshotId: string) =>
    keyOf(refTo(QuoteEntity, { organizationId: customer.organizationId, snapshotId }));
  const Key = quoteKey(body.snapshotId);
  const { clock, ids, store } = process.runtime;
  const { client, tableName: TableName } = store;
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const snapshotIds = Array.from({ length: count }, () => snapshotIdFor(customer.recipientId, ids.suffix(clock())));
  for (let start = 0; start < count; start += batchSize) {
    const writes = snapshotIds.slice(start, start + batchSize).map((snapshotId) => ({
      PutRequest: { Item: { ...Item, ...quoteKey(snapshotId), snapshotId } },
    }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: writes } }));
  }
  return snapshotIds;
}

/** A copy of a payout that awaits the organization's own funds, written without the API: no sandbox routing asks for them. */
export async function addSelfFunded(
  { runtime: { clock, ids, store } }: LambdaProcess,
  { organizationId }: Customer,
  payoutId: string,
): Promise<string> {
  const payout = await store.get(refTo(PayoutEntity, { organizationId, payoutId }));
  if (!payout) throw new Error(`there is no payout ${payoutId}`);
  const copy = { ...payout, payoutId: ids.next('po', clock()), ...awaitedFunds };
  await store.put(PayoutEntity, copy);
  return copy.payoutId;
}
