import type { Link } from '../../../../shared/checkout/links/link.ts';
import { watchRef } from '../../../../shared/checkout/methods/crypto/payments/address-watch.ts';
import { takeTransfer } from '../../../../shared/checkout/methods/crypto/payments/take-transfer.ts';
import { issue, keysPath, organizationWithOwner } from '../../../functions/api-keys/support.ts';
import {
  act,
  advance,
  batchingOrganization,
  linesTo,
  payee,
  submit,
  submitted,
} from '../../../functions/batches/support.ts';
import { accountsPath, cryptoAccount, register } from '../../../functions/checkout/accounts-support.ts';
import { mug } from '../../../functions/checkout/links-support.ts';
import { checkoutOf, simulate, storeLink } from '../../../functions/checkout/payments-support.ts';
import {
  fund,
  fundedOrganization,
  pathOf,
  recipientBody,
  sendPayout,
  type TestOrganization,
} from '../../../support/journey.ts';
import type { listsByOrder } from '../../../support/lists-by-order.ts';
import { type Answer, TestService } from '../../../support/service.ts';
import { attempt, cent, openShop, serviceOnChain, to } from '../../checkout/methods/crypto/support.ts';
import { setControls } from '../../journal/commit/support.ts';

/** Makes rows of one list, each by one call, through any process. */
export interface Writer {
  readonly service: TestService;
  readonly of: Parameters<TestService['get']>[1];
  /** Path of the list. */
  readonly path: string;
  /** Rows of a page; three when absent. */
  readonly limit?: number;
  readonly write: (process: TestService, serial: number) => Promise<unknown>;
}

type Followed = (typeof listsByOrder)['commit' | 'request'][number];

const start = () => TestService.start({ rateLimitOverride: 100_000 });

async function atOrganization(
  path: (of: TestOrganization) => string,
  write: (of: TestOrganization) => Writer['write'],
) {
  const service = await start();
  const of = await service.organization();
  return { service, of, path: path(of), write: write(of) };
}

/** Every deposit is a row in the list of deposits, the ledger, the feed and the audit log. */
const depositing = (path: string) =>
  atOrganization(
    (of) => `${pathOf(of)}/${path}`,
    (of) => (process, serial) => process.post(`${pathOf(of)}/sandbox/fund`, of, { amount: `${serial + 1}.00` }),
  );

const posting = (path: (of: TestOrganization) => string, body: (serial: number) => object) =>
  atOrganization(path, (of) => (process, serial) => process.post(path(of), of, body(serial)));

async function paying(path: (link: Link) => string): Promise<Writer> {
  const service = await start();
  const of = await service.organization();
  const link = await storeLink(service, of);
  const write = (process: TestService) => simulate(process, of, link);
  return { service, of, path: `${checkoutOf(of)}/links/${link.linkId}/${path(link)}`, write };
}

/** How the rows of each list are made that its reader follows. */
export const writers: Readonly<Record<Followed, () => Promise<Writer>>> = {
  exportCheckoutPayments: () => paying(() => 'payments.csv'),
  listCheckoutPayments: () => paying(() => 'payments'),
  listBalanceTransactions: () => depositing('balance_transactions'),
  listEvents: () => depositing('events'),
  listAuditEvents: () => depositing('audit-events'),
  listDeposits: () => depositing('deposits'),
  listLinks: () =>
    posting(
      (of) => `${checkoutOf(of)}/links`,
      () => mug,
    ),
  listProducts: () =>
    posting(
      (of) => `${checkoutOf(of)}/products`,
      (serial) => ({ name: `Mug ${serial}`, currency: 'USD', unitAmount: '12.50' }),
    ),
  listRecipients: () =>
    posting(
      ({ organizationId }) => `/recipients/${organizationId}`,
      (serial) => recipientBody({ name: `Payee ${serial}`, externalId: `${serial}`, serial }),
    ),
  listApiKeys: async () => {
    const service = await start();
    const { organizationId, owner } = await organizationWithOwner(service);
    const write = (process: TestService) => issue(process, organizationId, owner);
    return { service, of: owner, path: keysPath(organizationId), write };
  },
  listCollectionAccounts: async () => {
    const service = await start();
    const { of, owner } = await organizationWithOwner(service);
    const address = (serial: number) => `0x${serial.toString().padStart(40, '1')}`;
    const write: Writer['write'] = (process, serial) =>
      register(process, of, owner, cryptoAccount({ address: address(serial) }));
    return { service, of, path: accountsPath(of), write };
  },
  listPayoutBatches: async () => {
    const service = await start();
    const of = await batchingOrganization(service);
    const recipient = await payee(service, of);
    const write: Writer['write'] = (process, serial) =>
      submit(process, of, linesTo(recipient, 1, { amount: `1.${10 + serial}` }));
    return { service, of, path: `${pathOf(of)}/payouts/batches`, write };
  },
  listPayoutLinks: async () => {
    const service = await start();
    const of = await fundedOrganization(service);
    const write: Writer['write'] = (process, serial) =>
      process.post(`${pathOf(of)}/payout-links`, of, { amount: `1.${10 + serial}`, currency: 'USD' });
    return { service, of, path: `${pathOf(of)}/payout-links`, write };
  },
  listApprovals: async () => {
    const service = await start();
    const { of, organizationId } = await organizationWithOwner(service);
    await fund(service, of);
    const recipient = await payee(service, of);
    const voters = [await service.member(organizationId, 'operator'), await service.member(organizationId, 'operator')];
    const approvers = voters.map(({ userId }) => userId);
    await setControls(service.runtime, organizationId, { approvals: { threshold: 0n, quorum: 1, approvers } });
    const write = (process: TestService) => sendPayout(process, of, recipient, { amount: '1.00' });
    return { service, of, path: `${pathOf(of)}/payouts/approvals`, limit: 100, write };
  },
  listOrders: async () => {
    const service = await start();
    const of = await batchingOrganization(service);
    const recipient = await payee(service, of);
    const runs: Answer['body'][] = [];
    for (let run = 0; run < 10; run += 1) {
      const batch = await submitted(service, of, linesTo(recipient, 2), { autoCommit: false });
      await advance(service, of, batch);
      runs.push(batch);
      service.clock.advance(60_000);
    }
    const write = async (process: TestService, serial: number) => {
      // The runs are older than every other payout, and are confirmed when many of those have been read.
      const run = serial > 45 && serial % 3 === 0 ? runs.pop() : undefined;
      if (!run) return sendPayout(process, of, recipient, { amount: '1.00' });
      await act(service, of, run, 'confirm', of);
      return advance(service, of, run);
    };
    return { service, of, path: `${pathOf(of)}/orders`, write };
  },
  listReceipts: async () => {
    const { service, chain } = await serviceOnChain();
    const shop = await openShop(service);
    await attempt(service, shop.link);
    const watch = await service.runtime.store.get(watchRef(shop.organizationId, shop.accountId));
    if (!watch) throw new Error('nobody watches the address');
    const write: Writer['write'] = (process, serial) => {
      // Blocks are read when they are final: a row is old at once, or not.
      const transfer = chain.mine(to, BigInt(serial + 1) * cent, service.clock.now - (serial % 4) * 150_000);
      return takeTransfer(process.runtime, watch, transfer, undefined);
    };
    return { service, of: shop.of, path: `${checkoutOf(shop.of)}/receipts`, write };
  },
};
