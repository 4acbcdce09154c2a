import { type Recipient, Sluice } from '../../client/src/index.ts';
import { canaryRef, receiptRef } from '../../shared/canary/canary-rows.ts';
import { canaryWebhookPath, defineCanary } from '../../shared/contract/canary-function.ts';
import { canaryOrganizationId } from '../../shared/identity/canary.ts';
import type { Runtime } from '../../shared/ports/runtime.ts';

/** The time limit of an attempt in milliseconds. A slower call is retried, as customers do. */
const attemptMs = 10_000;
/**
 * The maximum time from the acceptance of the payout to its webhook. The sandbox completes a payout after two seconds.
 */
const mostWaitMs = 120_000;
const betweenLooksMs = 1_000;
const externalId = 'canary';
const amount = '1.00';
const leastBalance = '10.00';
/** Enough for three days of payouts. */
const topUpAmount = '1000.00';

/** The event that EventBridge sends for each run. If a run is started twice, both events have the same id. */
interface Run {
  readonly id: string;
}

/**
 * Pays once through the public address, like a customer, and waits until the payout's webhook has arrived. A successful
 * run proves that the whole path works. A failed run is an error of the function, which the alarm counts.
 *
 * Every idempotency key contains the id of the run, so a run that is started twice, or again after an interruption,
 * pays once.
 */
export const canary = defineCanary({
  name: 'pay-canary',
  trigger: { type: 'schedule', everyMinutes: 5 },
  timeoutSeconds: 240,
  uses: ['canary'],
  handle: async ({ id }: Run, runtime: Runtime<'canary'>) => {
    if (!id) throw new Error('the event has no id, without which a run could pay twice');
    const { canary: place, store, clock } = runtime;
    if (!place) throw new Error('this stage has no canary');
    const stored = await store.get(canaryRef);
    if (!stored) throw new Error('this stage has no canary organization yet: run npm run ops -- canary --stage NAME');
    const sluice = new Sluice({
      baseUrl: place.origin,
      organizationId: canaryOrganizationId,
      apiKey: { id: stored.apiKeyId, sign: place.sign },
      timeoutMs: attemptMs,
      clock,
    });
    await listen(sluice, place.origin + canaryWebhookPath, id);
    await waitForWebhook(runtime, await pay(sluice, id));
  },
});

/** Returns the idempotency key of one write of a run. */
function keyOf(write: string, runId: string) {
  return { idempotencyKey: `canary-${write}-${runId}` };
}

/** Registers the canary's route once, and again if the service has disabled it or the address has changed. */
async function listen(sluice: Sluice, url: string, runId: string): Promise<void> {
  const { data } = await sluice.listSandboxWebhookEndpoints();
  if (data.some((endpoint) => endpoint.url === url && endpoint.enabled)) return;
  await sluice.registerSandboxWebhookEndpoint({ url, events: ['payout.completed'] }, keyOf('endpoint', runId));
}

/** @returns the payout's id */
async function pay(sluice: Sluice, runId: string): Promise<string> {
  const [account] = (await payee(sluice, runId)).methods;
  if (!account) throw new Error('the recipient of the canary has no account');
  await topUp(sluice, runId);
  const quote = { amount, destinationAccountId: account.destinationAccountId };
  const { snapshotId } = await sluice.createQuote(quote, keyOf('quote', runId));
  const { payoutId } = await sluice.acceptQuote({ snapshotId, reference: `canary-${runId}` }, keyOf('payout', runId));
  return payoutId;
}

/** Returns the canary's only recipient, which the first run creates. */
async function payee(sluice: Sluice, runId: string): Promise<Recipient> {
  for await (const recipient of sluice.listRecipients({ externalId })) return recipient;
  return sluice.createRecipient(
    {
      type: 'individual',
      name: 'Canary',
      country: 'DE',
      externalId,
      method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
    },
    keyOf('recipient', runId),
  );
}

/** Adds sandbox money if the balance may not cover a payout and its fee. */
async function topUp(sluice: Sluice, runId: string): Promise<void> {
  const { available } = await sluice.getBalance();
  if (toCents(available) < toCents(leastBalance)) {
    await sluice.fundSandbox({ amount: topUpAmount }, keyOf('top-up', runId));
  }
}

/** Converts an amount of dollars to cents. */
function toCents(dollars: string): bigint {
  return BigInt(dollars.replace('.', ''));
}

async function waitForWebhook({ store, clock, sleep }: Runtime<'canary'>, payoutId: string): Promise<void> {
  const end = clock() + mostWaitMs;
  while (!(await store.get(receiptRef(payoutId)))) {
    if (clock() >= end) throw new Error(`the webhook of payout ${payoutId} did not arrive in ${mostWaitMs / 1000} s`);
    await sleep(betweenLooksMs);
  }
}
