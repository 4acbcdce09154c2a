import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CreateRecipient, Sluice } from '../../client/src/index.ts';
import { openLog } from '../../local/process/log.ts';
import { until } from '../../scripts/support/until.ts';
import { sweepDueWork } from '../../shared/journal/due/sweep-due-work.ts';
import { sandboxRails } from '../../shared/providers/sandbox/rails-without-network.ts';
import { CapturedLog } from '../support/captured-log.ts';
import { newCustodyKey } from '../support/custody.ts';
import { FakeRail } from '../support/fake-rail.ts';
import { handSigned } from '../support/hand-signed.ts';
import { addPayout, deliver, fundedOrganization, recipientBody } from '../support/journey.ts';
import { addNote, notePages } from '../support/note-pages.ts';
import { perform } from '../support/operations.ts';
import { newKeyPair } from '../support/public-keys.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { TestService } from '../support/service.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { Secrets } from './support/secret-forms.ts';

const WITHIN_MS = 20_000;
/** The terminal tells paths, and what a signature should have covered. Both stay on the developer's machine. */
const shownToDevelopers = ['an id', 'a path without a route', 'a nonce', 'the token of a page', 'the secret of a page'];
const secretHeaders = ['authorization', 'idempotency-key', 'x-stamp', 'x-svc-nonce', 'x-svc-signature'];

describe('the search for secrets', () => {
  const secrets = new Secrets();
  secrets.keep('account number', 'DE89370400440532013000');
  secrets.keep('name', 'Zoë "Zo" Müller');
  const wrapped = 'before DE89370400440532013000 after';

  test.each([
    ['as it is', wrapped],
    ['hex', Buffer.from(wrapped).toString('hex').toUpperCase()],
    ['base64', Buffer.from(wrapped).toString('base64')],
    ['base64', Buffer.from(`x${wrapped}`).toString('base64url')],
    ['base64', Buffer.from(`xx${wrapped}`).toString('base64')],
    ['in JSON', JSON.stringify({ name: 'Zoë "Zo" Müller' })],
    ['in JSON twice', JSON.stringify({ body: JSON.stringify({ name: 'Zoë "Zo" Müller' }) })],
    ['in a URL', `?name=${encodeURIComponent('Zoë "Zo" Müller')}`],
    ['in a form', new URLSearchParams({ name: 'Zoë "Zo" Müller' }).toString()],
  ])('finds one %s: %s', (form, text) => {
    expect(secrets.foundIn(text)).toEqual([expect.stringContaining(`(${form})`)]);
  });

  test('finds none where there is none', () => {
    expect(secrets.foundIn('DE8937040044053201300 Zoë Muller')).toEqual([]);
  });
});

describe('the log of a stack that everything was done with', () => {
  const secrets = new Secrets();
  let stack: TestStack;
  let receiver: Receiver;

  beforeAll(async () => {
    [stack, receiver] = await Promise.all([startTestStack(), startReceiver()]);
    await useAsPerson();
    await pay('direct');
    await pay('challenge');
    await useCustody();
    await useWebhooks();
    await sendWhatIsWrong();
    keepWhatTheStackHas();
  });
  afterAll(async () => {
    await receiver?.stop();
    await stack?.[Symbol.asyncDispose]();
  });

  /** Sends, and keeps every credential and body. */
  const watched: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    for (const name of secretHeaders) {
      for (const part of request.headers.get(name)?.split(' ') ?? []) if (part !== 'Bearer') secrets.keep(name, part);
    }
    secrets.keep('body of a request', await request.clone().text());
    const response = await fetch(input, init);
    const body = await response.clone().text();
    if (response.status === 202) secrets.keep('payload to sign', JSON.parse(body).payloadToSign);
    secrets.keep('body of an answer', body);
    return response;
  };

  function person(role: keyof TestStack['sessions']): Sluice {
    const { baseUrl, organizationId, sessions } = stack;
    return new Sluice({
      baseUrl,
      organizationId,
      session: secrets.keep('bearer token', sessions[role]),
      fetch: watched,
    });
  }

  async function useAsPerson(): Promise<void> {
    const owner = person('owner');
    const email = secrets.keep('address of a person', `grace-${randomUUID()}@example.com`);
    const { token } = await owner.inviteMember({ email, role: 'viewer' });
    secrets.keep('token of an invitation', token);
    secrets.keep('secret of an invitation', token.split(/[._]/).at(-1));
    await expect(person('viewer').joinOrganization({ token })).rejects.toThrow();
    await expect(person('viewer').joinOrganization({ token: `${token}x` })).rejects.toThrow();
    const pair = newKeyPair();
    const name = secrets.keep('name of a key', `till-${randomUUID()}`);
    const address = secrets.keep('address that a key is pinned to', '198.51.100.217');
    await owner.issueApiKey({ name, publicKey: pair.publicKey, scopes: ['read'], allowedIps: [address] });
    for (const line of pemLines(pair.publicKey)) secrets.keep('public key', line);
  }

  async function pay(signing: 'direct' | 'challenge'): Promise<void> {
    const sluice = new Sluice({ ...stack, signing, fetch: watched });
    await sluice.fundSandbox({ amount: '500.00' });
    for (const outcome of ['completed', 'account_invalid', 'returned_by_bank']) {
      const { destinationAccountId } = await register(sluice, outcome);
      const reference = secrets.keep('reference', `invoice-${randomUUID()}`);
      const endUser = { id: secrets.keep('end user', `customer-${randomUUID()}`) };
      const { snapshotId } = await sluice.createQuote({ amount: '10.00', destinationAccountId });
      const idempotencyKey = secrets.keep('idempotency key', `pay-${randomUUID()}`);
      const request = { snapshotId, reference, endUser };
      await sluice.acceptQuote(request, { idempotencyKey });
      await sluice.acceptQuote(request, { idempotencyKey });
      await expect(sluice.acceptQuote({ snapshotId }, { idempotencyKey })).rejects.toThrow();
      await sluice.listOrders({ reference });
    }
    await expect(register(sluice, 'registration_unavailable')).rejects.toThrow();
    await until('every payout has settled', WITHIN_MS, async () => {
      const { data } = await sluice.listOrders({ status: 'pending,processing', limit: 1 });
      return data.length === 0 || undefined;
    });
  }

  /** A recipient with an account of its own, whose number chooses what becomes of payouts. */
  async function register(sluice: Sluice, outcome: string) {
    const { data } = await sluice.listPayoutScenarios({ corridorId: 'eur_de_iban' });
    const scenario = data.find((row) => row.outcome === outcome);
    const { iban = '' } = scenario?.recipientDetails ?? {};
    const recipient: CreateRecipient = {
      type: 'individual',
      name: secrets.keep('name of a recipient', `Zoë Müller ${outcome.replaceAll(/[^a-z]/g, ' ')}`),
      country: 'DE',
      externalId: secrets.keep('external id', `ext-${outcome}-4711`),
      method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: secrets.keep('account number', iban) } },
    };
    await sluice.listRecipients({ externalId: recipient.externalId ?? '' });
    const { methods } = await sluice.createRecipient(recipient);
    return { destinationAccountId: methods[0]?.destinationAccountId ?? '' };
  }

  async function useCustody(): Promise<void> {
    const { custodyPublicKey, stamper } = newCustodyKey();
    secrets.keep('public key at a custody provider', custodyPublicKey);
    const issued = await person('owner').issueApiKey({ name: 'custody', custodyPublicKey, scopes: ['read', 'write'] });
    const { baseUrl, organizationId } = stack;
    const body = JSON.stringify({ amount: '5.00' });
    const url = `${baseUrl}/payments/organizations/${organizationId}/sandbox/fund`;
    const headers = { 'x-api-key': issued.id, 'content-type': 'application/json' };
    const { stampHeaderValue } = await stamper.stamp(body);
    secrets.keep('stamp', stampHeaderValue);
    await watched(url, { method: 'POST', body, headers: { ...headers, 'x-stamp': stampHeaderValue } });
    await watched(url, { method: 'POST', body, headers: { ...headers, 'x-stamp': `${stampHeaderValue}AA` } });
  }

  async function useWebhooks(): Promise<void> {
    const operator = person('operator');
    const sluice = new Sluice({ ...stack, fetch: watched });
    const url = `${receiver.url}/${secrets.keep('address of an endpoint', `hook-${randomUUID()}`)}`;
    const description = secrets.keep('description of an endpoint', `for the ledger ${randomUUID()}`);
    receiver.answering = (_received, response) =>
      response.writeHead(500).end(secrets.keep('answer of a receiver', 'a receiver’s own words'));
    const { id: endpointId, secret } = await operator.registerWebhookEndpoint({
      url,
      description,
      events: ['deposit.completed'],
    });
    secrets.keep('secret of an endpoint', secret);
    secrets.keep('secret of an endpoint, without its prefix', secret.replace('whsec_', ''));
    await sluice.fundSandbox({ amount: '1.00' });
    await until('the event has come', WITHIN_MS, () => receiver.received.length > 0 || undefined);
    await operator.sendTestWebhook({ endpointId, type: 'payout.completed' });
    secrets.keep('secret of an endpoint', (await operator.rotateWebhookSecret({ endpointId })).secret);
    receiver.answering = 200;
    const [failed] = await until('the failure is recorded', WITHIN_MS, async () => {
      const { length, ...all } = await operator.listWebhookDeliveries({ endpointId });
      return length > 0 ? [all[0]] : undefined;
    });
    await operator.replayWebhookDelivery({ endpointId, deliveryId: failed?.id ?? '' });
    await until('it has come again', WITHIN_MS, () => receiver.received.length > 2 || undefined);
    for (const { headers, text } of receiver.received) {
      for (const signature of headers['svc-signature']?.split(' ') ?? [])
        secrets.keep('signature of a delivery', signature);
      secrets.keep('body of a delivery', text);
    }
    await operator.removeWebhookEndpoint({ endpointId });
  }

  /** Requests that are refused, with secrets in every place that a request has. */
  async function sendWhatIsWrong(): Promise<void> {
    const { baseUrl, organizationId, apiKey } = stack;
    const call = handSigned(stack);
    const hidden = (place: string) => secrets.keep(`hidden in ${place}`, `s3cret-${randomUUID()}`);
    const json = { 'content-type': 'application/json' };
    const anonymous = (path: string, init: RequestInit) => watched(baseUrl + path, init);
    const token = `eyJhbGciOiJSUzI1NiJ9.${Buffer.from(hidden('a token')).toString('base64url')}.c2lnbmF0dXJl`;
    const sent = [
      call('POST', '/recipients/{orgId}', { rawBody: `{"iban":"${hidden('a body that is no JSON')}"` }),
      call('POST', '/recipients/{orgId}', { body: { [hidden('the name of a field')]: 1 } }),
      call('POST', '/recipients/{orgId}', { body: { type: hidden('a value that is none of those allowed') } }),
      call('POST', '/recipients/{orgId}', { rawBody: Buffer.from([0xff, 0xfe, ...Buffer.from(hidden('bytes'))]) }),
      call('POST', '/payments/organizations/{orgId}/payouts', {
        body: {},
        idempotencyKey: `${hidden('an idempotency key')}!`,
      }),
      call('GET', `/payments/organizations/{orgId}/orders?reference=${hidden('a query')}&limit=x`),
      call('GET', `/payments/organizations/{orgId}/orders?cursor=${hidden('a page cursor')}`),
      call('GET', `/payments/organizations/{orgId}/orders/${hidden('an id')}`),
      call('GET', `/nowhere/${hidden('a path without a route')}`),
      call('GET', '/payments/organizations/{orgId}/balance', { headers: { 'x-svc-nonce': hidden('a nonce') } }),
      call('GET', '/payments/organizations/{orgId}/balance', { headers: { 'x-svc-signature': hidden('a signature') } }),
      call('GET', '/payments/organizations/{orgId}/balance', { headers: { 'x-api-key': hidden('the id of a key') } }),
      call('GET', '/payments/organizations/{orgId}/balance', { headers: { cookie: `session=${hidden('a cookie')}` } }),
      anonymous(`/payments/organizations/${organizationId}/balance`, { headers: { authorization: `Bearer ${token}` } }),
      anonymous(`/payments/organizations/${organizationId}/balance`, {
        headers: { authorization: `Basic ${Buffer.from(`me:${hidden('a password')}`).toString('base64')}` },
      }),
      anonymous(`/recipients/${organizationId}`, {
        method: 'POST',
        headers: { ...json, 'x-api-key': apiKey.id },
        body: JSON.stringify({ iban: hidden('a body that nobody signed') }),
      }),
      fetch(`${new URL(baseUrl).origin}/p/${hidden('the token of a page')}`),
      fetch(`${new URL(baseUrl).origin}/p/org.note.${hidden('the secret of a page')}`, { method: 'POST', body: 'a=b' }),
    ];
    for (const { status } of await Promise.all(sent)) expect(status).toBeGreaterThanOrEqual(200);
  }

  function keepWhatTheStackHas(): void {
    const { dataDirectory, apiKey } = stack;
    for (const line of pemLines(apiKey.privateKey)) secrets.keep('private key', line);
    const texts = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts);
    const stored = JSON.parse(readFileSync(join(dataDirectory, 'secrets.json'), 'utf8'));
    for (const [name, value] of Object.entries(stored))
      for (const text of texts(value)) secrets.keep(`stored: ${name}`, text);
  }

  const logOf = () => readFileSync(join(stack.dataDirectory, 'sluice.log'), 'utf8');

  test('has a line for each kind of work, and was searched for enough kinds of secrets', () => {
    const messages = new Set(
      logOf()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).message),
    );
    for (const message of ['request', 'worker']) expect(messages).toContain(message);
    expect(secrets.kinds.size).toBeGreaterThanOrEqual(40);
  });

  test('has none of them, in no form, and neither has the terminal', () => {
    expect(secrets.foundIn(logOf())).toEqual([]);
    const shown = new RegExp(`^hidden in (${shownToDevelopers.join('|')}):`);
    expect(secrets.foundIn(stack.output()).filter((found) => !shown.test(found))).toEqual([]);
  });

  test('would show one that was logged', () => {
    const file = join(stack.dataDirectory, 'planted.log');
    const log = openLog(file, { terminal: () => {}, onFailure: () => {} });
    const [iban = ''] = secrets.kinds.get('account number') ?? [];
    log.error('planted', new Error(`no such account: ${iban}`));
    log.close();
    expect(secrets.foundIn(logOf() + readFileSync(file, 'utf8'))).toContain(`account number: ${iban} (as it is)`);
  });
});

describe('the log of a service whose outside systems quote what they are given', () => {
  const secrets = new Secrets();
  const captured = new CapturedLog();

  test('has none of it', async () => {
    const rail = new FakeRail();
    const body = recipientBody({ name: 'Grace Hopper', externalId: 'customer-4711', serial: 7 });
    const { iban = '' } = body.method.recipientDetails as { iban?: string };
    for (const [kind, value] of Object.entries({ iban, name: body.name, externalId: body.externalId })) {
      secrets.keep(kind, value);
    }
    const quote = (given: unknown): never => {
      const text = JSON.stringify(given, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));
      throw new Error(`refused ${text}`, { cause: new Error(`upstream said no to ${text}`) });
    };
    const mailer = { send: async (mail: object) => quote(mail) };
    const service = await TestService.start({ rails: rail.rails, mailer, log: captured.log }, undefined, notePages);
    const organization = await fundedOrganization(service);
    const recipient = await service.arrange('createRecipient', organization, body);
    await addPayout(service, organization, { recipient });
    const given = { name: body.name, recipientDetails: body.method.recipientDetails };
    rail.around = () => quote(given);
    await everythingDue(service);

    const owner = await service.member(organization.organizationId, 'owner');
    secrets.keep('bearer token', owner.token);
    const email = secrets.keep('address of a person', 'grace@example.com') ?? '';
    const invited = await service.post(`/organizations/${organization.organizationId}/members`, owner, {
      email,
      role: 'viewer',
    });
    secrets.keep('token of an invitation', invited.body.token);
    await everythingDue(service);

    const { token, path } = await addNote(service.runtime, organization, 'for Grace Hopper');
    secrets.keep('token of a page', token);
    secrets.keep('secret of a page', token.split('.').at(-1));
    await service.send('GET', path, '', {});
    await service.send('POST', path, new URLSearchParams({ text: body.name }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    await perform(service, 'create-organization', {
      reference: secrets.keep('reference of a customer', 'crm-4711-08'),
      name: body.name,
      ownerUserId: 'user-4711',
      ownerEmail: email,
    });
    const registration = { register: async (asked: object) => quote(asked) };
    const quoting = service.process((_call, send) => send(), {
      rails: () => ({ ...sandboxRails, registration: { sandbox: registration } }),
    });
    const failing = { ...recipientBody({ name: body.name, externalId: 'customer-4712', serial: 8 }) };
    const failed = await quoting.post(`/recipients/${organization.organizationId}`, organization, failing);
    expect(failed.status).toBe(500);

    const messages = new Set(captured.lines.map(({ message }) => message));
    for (const message of ['request', 'operation', 'worker', 'due work failed']) expect(messages).toContain(message);
    expect(captured.text).toContain('refused');
    expect(secrets.kinds.size).toBeGreaterThanOrEqual(8);
    expect(secrets.foundIn(captured.text)).toEqual([]);
  });

  async function everythingDue(service: TestService): Promise<void> {
    service.hints.take();
    await sweepDueWork(service.runtime);
    await deliver(service, service.hints.take());
  }
});

function pemLines(pem: string): string[] {
  return pem.split('\n').filter((line) => line.length > 20 && !line.startsWith('---'));
}
