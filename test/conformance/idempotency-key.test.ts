import { beforeEach, describe, expect, test } from 'vitest';
import type { WriteOptions } from '../../client/src/index.ts';
import { advance } from '../functions/batches/support.ts';
import { address, cryptoAccount, registered } from '../functions/checkout/accounts-support.ts';
import { storePayout } from '../functions/payouts/support.ts';
import { switchOnDeveloper } from '../functions/webhooks/support.ts';
import { sold } from '../shared/checkout/refunds/support.ts';
import { Confirmable } from '../support/funding/confirmable.ts';
import { keySentAs } from '../support/malformed-key.ts';
import { newPublicKey } from '../support/public-keys.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { callEach, writes } from './every-endpoint.ts';
import {
  type Caller,
  callerOf,
  changeOrganization,
  newCaller,
  payeeOf,
  recipientOf,
  refusalOf,
  useService,
} from './support.ts';

const funding = new Confirmable();
const stage = useService(funding.ports);
let caller: Caller;

beforeEach(async () => {
  caller = await callerOfBatches();
});

async function callerOfBatches(): Promise<Caller> {
  const made = await newCaller(stage.http);
  await changeOrganization(stage.http, made.of, { features: ['mass_payouts'] });
  return made;
}

type Write = (options: WriteOptions) => Promise<unknown>;

async function payment() {
  return { amount: '100.00', destinationAccountId: await payeeOf(caller, { serial: 1 }) };
}

const product = { name: 'Mug', currency: 'USD', unitAmount: '12.50' };

const transfer = { token: 'USDC', chain: 'base', address, amount: '15.004217' } as const;

const link = { currency: 'USD', items: [{ name: 'Mug', quantity: 1, unitAmount: '12.50' }] };

const payoutLink = { amount: '10.00', currency: 'USD' };

/** A run that waits for its confirm. */
async function batch() {
  const items = [await payment()];
  const made = await caller.sluice.createPayoutBatch({ externalReferenceId: 'run', items, autoCommit: false });
  await advance(stage.http.service, caller.of, made);
  return made;
}

/** Every operation that writes, ready to be sent. */
const prepare: Readonly<Record<string, () => Promise<Write>>> = {
  fundSandbox: async () => (options) => caller.sluice.fundSandbox({ amount: '5.00' }, options),
  createRecipient: async () => (options) => caller.sluice.createRecipient(recipientOf(), options),
  retireRecipient: async () => {
    const { recipientId } = await caller.sluice.createRecipient(recipientOf());
    return (options) => caller.sluice.retireRecipient({ recipientId }, options);
  },
  createQuote: async () => {
    const body = await payment();
    return (options) => caller.sluice.createQuote(body, options);
  },
  acceptQuote: async () => {
    const { snapshotId } = await caller.sluice.createQuote(await payment());
    return (options) => caller.sluice.acceptQuote({ snapshotId }, options);
  },
  createPayout: async () => {
    const body = await payment();
    return (options) => caller.sluice.createPayout(body, options);
  },
  createPayoutBatch: async () => {
    const body = { externalReferenceId: 'run', items: [await payment()] };
    return (options) => caller.sluice.createPayoutBatch(body, options);
  },
  confirmPayoutBatch: async () => {
    const { batchId } = await batch();
    return (options) => caller.sluice.confirmPayoutBatch({ batchId }, options);
  },
  cancelPayoutBatch: async () => {
    const { batchId } = await batch();
    return (options) => caller.sluice.cancelPayoutBatch({ batchId }, options);
  },
  cancelPayout: async () => {
    const { payoutId } = await storePayout(stage.http.service, caller.of);
    return (options) => caller.sluice.cancelPayout({ payoutId }, options);
  },
  confirmPayoutFunding: async () => {
    const confirmation = funding.send(await funding.payout(stage.http.service, caller.of));
    return (options) => caller.sluice.confirmPayoutFunding(confirmation, options);
  },
  createPayoutLink: async () => (options) => caller.sluice.createPayoutLink(payoutLink, options),
  cancelPayoutLink: async () => {
    const { payoutLinkId } = await sent(caller.sluice.createPayoutLink(payoutLink));
    return (options) => caller.sluice.cancelPayoutLink({ payoutLinkId }, options);
  },
  renewPayoutLinkToken: async () => {
    const { payoutLinkId } = await sent(caller.sluice.createPayoutLink(payoutLink));
    return (options) => caller.sluice.renewPayoutLinkToken({ payoutLinkId }, options);
  },
  createProduct: async () => (options) => caller.sluice.createProduct(product, options),
  updateProduct: async () => {
    const { productId } = await caller.sluice.createProduct(product);
    return (options) => caller.sluice.updateProduct({ productId, name: 'Cup' }, options);
  },
  archiveProduct: async () => {
    const { productId } = await caller.sluice.createProduct(product);
    return (options) => caller.sluice.archiveProduct({ productId }, options);
  },
  createLink: async () => (options) => caller.sluice.createLink({ ...link, publish: true }, options),
  updateLink: async () => {
    const { linkId } = await caller.sluice.createLink(link);
    return (options) => caller.sluice.updateLink({ linkId, fromName: 'Mugs' }, options);
  },
  publishLink: async () => {
    const { linkId } = await caller.sluice.createLink(link);
    return (options) => caller.sluice.publishLink({ linkId }, options);
  },
  pauseLink: async () => {
    const { linkId } = await caller.sluice.createLink({ ...link, publish: true });
    return (options) => caller.sluice.pauseLink({ linkId }, options);
  },
  deleteLink: async () => {
    const { linkId } = await caller.sluice.createLink(link);
    return (options) => caller.sluice.deleteLink({ linkId }, options);
  },
  refundCheckoutPayment: async () => {
    const { paymentId } = await sold(stage.http.service, { of: caller.of });
    return (options) => caller.sluice.refundCheckoutPayment({ paymentId }, options);
  },
  simulateCheckoutPayment: async () => {
    const { linkId } = await caller.sluice.createLink({ ...link, publish: true });
    return (options) => caller.sluice.simulateCheckoutPayment({ linkId }, options);
  },
  sendSandboxTransfer: async () => {
    const { service } = stage.http;
    const owner = await service.member(caller.of.organizationId, 'owner');
    await registered(service, caller.of, owner, cryptoAccount());
    return (options) => caller.sluice.sendSandboxTransfer(transfer, options);
  },
  rotateApiKey: async () => {
    const body = { id: caller.of.key.id, publicKey: newPublicKey() };
    return (options) => caller.sluice.rotateApiKey(body, options);
  },
  registerSandboxWebhookEndpoint: async () => {
    await switchOnDeveloper(stage.http.service, caller.of.organizationId);
    const body = { url: 'https://example.com/webhooks' };
    return (options) => caller.sluice.registerSandboxWebhookEndpoint(body, options);
  },
};

/** Bodies without a fault, of the operations that need a key. */
const valid: Readonly<Record<string, object>> = {
  acceptQuote: { snapshotId: 'qs_1' },
  confirmPayoutBatch: {},
  createLink: link,
  createPayout: { amount: '1.00', destinationAccountId: 'acct_1' },
  createPayoutBatch: { externalReferenceId: 'run', items: [{ amount: '1.00', destinationAccountId: 'acct_1' }] },
  createPayoutLink: payoutLink,
  createProduct: product,
  createRecipient: recipientOf(),
  publishLink: {},
  refundCheckoutPayment: {},
  renewPayoutLinkToken: {},
  sendSandboxTransfer: transfer,
  simulateCheckoutPayment: {},
  updateLink: { fromName: 'Mugs' },
};

const lastHeaders = () => caller.exchanges.at(-1)?.response.headers;

describe('Endpoints', quotedByName, () => {
  test('Every POST, PATCH and DELETE honors it.', async () => {
    expect(Object.keys(prepare).sort()).toEqual(writes.map(({ operation }) => operation).sort());
    for (const make of Object.values(prepare)) {
      caller = await callerOfBatches();
      const write = await make();
      const first = await write({ idempotencyKey: 'key' });
      const audited = await caller.sluice.listAuditEvents();
      expect(await write({ idempotencyKey: 'key' })).toEqual(first);
      expect(await caller.sluice.listAuditEvents()).toEqual(audited);
    }
  });

  test(
    'Where marked required, a missing one is 400 `IDEMPOTENCY_KEY_REQUIRED`',
    quotes({
      'Endpoints > Create a recipient': '`Idempotency-Key` required.',
      'Endpoints > Confirm a payout batch': '`Idempotency-Key` required.',
      'Endpoints > Update a checkout link': '`Idempotency-Key` required.',
      'Endpoints > Publish a checkout link': '`Idempotency-Key` required.',
      'Endpoints > Accept a quote (sends the money)': '`Idempotency-Key` required',
    }),
    async () => {
      const required = writes.filter(({ idempotency }) => idempotency.startsWith('required'));
      expect(required.map(({ operation }) => operation).sort()).toEqual(Object.keys(valid));
      for (const endpoint of required) {
        const body = valid[endpoint.operation];
        const answers = await callEach(stage.http, [endpoint], caller.of, caller.of, { body });
        expect(answers[endpoint.operation]).toMatchObject({ status: 400, body: { type: 'IDEMPOTENCY_KEY_REQUIRED' } });
      }
    },
  );

  test(
    'and a malformed one 400 `IDEMPOTENCY_KEY_INVALID`',
    quotes({
      'Endpoints > Quote a payout': '`IDEMPOTENCY_KEY_INVALID`',
      'Endpoints > Accept a quote (sends the money)': 'idempotency header errors',
      'Endpoints > Create a checkout link': 'idempotency header errors',
      'Endpoints > Refund a payment': 'idempotency header errors',
    }),
    async () => {
      for (const make of Object.values(prepare)) {
        caller = await callerOfBatches();
        const write = await make();
        const { of } = caller;
        for (const idempotencyKey of ['', 'x'.repeat(256), 'a b', 'a/b', 'a,b']) {
          caller = callerOf(stage.http, of, keySentAs(idempotencyKey, of));
          const refusal = await refusalOf(write({}));
          expect(refusal).toMatchObject({ type: 'IDEMPOTENCY_KEY_INVALID', status: 400 });
        }
      }
    },
  );

  test('Same key and same body replays the stored response (header `Idempotency-Replayed` is set on replays where stated).', async () => {
    for (const make of Object.values(prepare)) {
      caller = await callerOfBatches();
      const write = await make();
      const first = await write({ idempotencyKey: 'key' });
      expect(lastHeaders()?.get('idempotency-replayed')).toBeNull();
      expect(await write({ idempotencyKey: 'key' })).toEqual(first);
      expect(lastHeaders()?.get('idempotency-replayed')).toBe('true');
    }
  });
});

const conflicts = {
  'Endpoints > Create a recipient': 'idempotency conflicts',
  'Endpoints > Confirm a payout batch': 'idempotency conflicts',
  'Endpoints > Create a checkout link': '409 idempotency conflicts.',
};

test('a key under which something else was sent is a conflict for every write', quotes(conflicts), async () => {
  for (const [operation, make] of Object.entries(prepare)) {
    caller = await callerOfBatches();
    const write = await make();
    await caller.sluice.fundSandbox({ amount: '7.00' }, { idempotencyKey: 'key' });
    const refusal = await refusalOf(write({ idempotencyKey: 'key' }));
    expect(refusal, operation).toMatchObject({ type: 'IDEMPOTENCY_KEY_CONFLICT', status: 409 });
  }
});
