import { expect } from 'vitest';
import { auditRows } from '../../../support/answers.ts';
import {
  addQuote,
  addRecipient,
  bodyOf,
  expectSoundBooks,
  fundedOrganization,
  pathOf,
  readFeed,
  readLedger,
  recipientBody,
  type TestOrganization,
} from '../../../support/journey.ts';
import type { Answer, TestService } from '../../../support/service.ts';

/** A mutation that is ready to be sent, and what it must have done in the end. */
export interface Prepared {
  readonly organization: TestOrganization;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** How often it took effect, by everything that it leaves behind. */
  executions(): Promise<number>;
}

/** How many payouts there are, by orders, ledger and feed, which must agree. */
async function payoutsOf(service: TestService, organization: TestOrganization, reference: string): Promise<number> {
  await expectSoundBooks(service, organization);
  const orders = bodyOf(await service.get(`${pathOf(organization)}/orders?reference=${reference}`, organization));
  const rows = (await readLedger(service, organization)).filter(({ type }) => type === 'payout');
  const events = (await readFeed(service, organization)).filter(({ type }) => type === 'payout.pending');
  expect([rows.length, events.length]).toEqual([orders.data.length, orders.data.length]);
  return orders.data.length;
}

export const prepare: Readonly<Record<string, (service: TestService) => Promise<Prepared>>> = {
  async acceptQuote(service) {
    const organization = await fundedOrganization(service);
    const quote = await addQuote(service, organization, await addRecipient(service, organization));
    return {
      organization,
      path: `${pathOf(organization)}/quotes/accept`,
      body: { snapshotId: quote.snapshotId, reference: 'invoice-1' },
      executions: () => payoutsOf(service, organization, 'invoice-1'),
    };
  },

  async createPayout(service) {
    const organization = await fundedOrganization(service);
    const recipient = await addRecipient(service, organization);
    const { destinationAccountId } = recipient.methods[0];
    return {
      organization,
      path: `${pathOf(organization)}/payouts`,
      body: { amount: '100.00', destinationAccountId, reference: 'invoice-1' },
      executions: () => payoutsOf(service, organization, 'invoice-1'),
    };
  },

  async fundSandbox(service) {
    const organization = await service.organization();
    return {
      organization,
      path: `${pathOf(organization)}/sandbox/fund`,
      body: { amount: '5.00' },
      async executions() {
        await expectSoundBooks(service, organization);
        const rows = await readLedger(service, organization);
        expect(await readFeed(service, organization)).toHaveLength(rows.length);
        return rows.length;
      },
    };
  },

  async createRecipient(service) {
    const organization = await service.organization();
    const path = `/recipients/${organization.organizationId}`;
    return {
      organization,
      path,
      body: recipientBody(),
      executions: async () => bodyOf(await service.get(path, organization)).data.length,
    };
  },

  async createQuote(service) {
    const organization = await fundedOrganization(service);
    const recipient = await addRecipient(service, organization);
    const { destinationAccountId } = recipient.methods[0];
    return {
      organization,
      path: `${pathOf(organization)}/quotes/offramp`,
      body: { amount: '100.00', destinationAccountId },
      executions: async () => {
        const rows = await auditRows(service, organization);
        return rows.filter(({ action, outcome }) => action === 'quote.create' && outcome === 'succeeded').length;
      },
    };
  },
};

export const operations = Object.keys(prepare);

export function prepared(operation: string, service: TestService): Promise<Prepared> {
  const make = prepare[operation];
  if (!make) throw new Error(`no operation ${operation}`);
  return make(service);
}

/** Sends a prepared mutation to a process of the service. */
export function send(
  service: TestService,
  { organization, path, body }: Pick<Prepared, 'organization' | 'path' | 'body'>,
  idempotencyKey: string,
): Promise<Answer> {
  return service.post(path, organization, body, { idempotencyKey });
}
