import type { CreatePayout, PayoutBatch, PayoutBatchItem, Sluice, WriteOptions } from '../../../client/src/index.ts';
import { advance } from '../../functions/batches/support.ts';
import type { HttpService } from '../../support/http-service.ts';
import { type Caller, changeOrganization, newCaller, payeeOf } from '../support.ts';

/** A caller whose organization may submit batches, with somebody to pay. */
export interface BatchCaller extends Caller {
  readonly destinationAccountId: string;
  /** So many lines of 10.00, each with a reference of its own. */
  lines(count: number, more?: Partial<CreatePayout>): CreatePayout[];
  /** Submits a batch: of two lines under a reference of its own, unless told otherwise. */
  submit(
    body?: Partial<Parameters<Sluice['createPayoutBatch']>[0]>,
    options?: Parameters<Sluice['createPayoutBatch']>[1],
  ): Promise<PayoutBatch>;
  confirm(batch: Pick<PayoutBatch, 'batchId'>, options?: WriteOptions): Promise<PayoutBatch>;
  cancel(batch: Pick<PayoutBatch, 'batchId'>): Promise<PayoutBatch>;
  /** Lets the worker go on with a batch. */
  work(batch: Pick<PayoutBatch, 'batchId'>): Promise<PayoutBatch>;
  /** The run as it is read. */
  read(batch: Pick<PayoutBatch, 'batchId'>): Promise<PayoutBatch>;
  items(batch: Pick<PayoutBatch, 'batchId'>): Promise<readonly PayoutBatchItem[]>;
}

let runs = 0;

export async function batchCaller(http: HttpService): Promise<BatchCaller> {
  const caller = await newCaller(http);
  await changeOrganization(http, caller.of, { features: ['mass_payouts'] });
  const destinationAccountId = await payeeOf(caller);
  const { sluice } = caller;
  const read = ({ batchId }: Pick<PayoutBatch, 'batchId'>) => sluice.getPayoutBatch({ batchId });
  const lines = (count: number, more: Partial<CreatePayout> = {}) =>
    Array.from({ length: count }, (_, index) => ({
      amount: '10.00',
      destinationAccountId,
      reference: `line ${index}`,
      ...more,
    }));
  return {
    ...caller,
    destinationAccountId,
    lines,
    submit: (body = {}, options = {}) => {
      runs += 1;
      return sluice.createPayoutBatch({ externalReferenceId: `run ${runs}`, items: lines(2), ...body }, options);
    },
    confirm: ({ batchId }, options) => sluice.confirmPayoutBatch({ batchId }, options),
    cancel: ({ batchId }) => sluice.cancelPayoutBatch({ batchId }),
    async work(batch) {
      await advance(http.service, caller.of, batch);
      return read(batch);
    },
    read,
    items: async ({ batchId }) => (await sluice.listPayoutBatchItems({ batchId, limit: 100 })).data,
  };
}

/** The organization's payouts wait for approvers, three people who have signed in. @returns their clients */
export async function approversOf(http: HttpService, { of }: Caller): Promise<readonly Sluice[]> {
  const { organizationId } = of;
  const member = () => http.service.member(organizationId, 'operator');
  const members = [await member(), await member(), await member()];
  const approvers = members.map(({ userId }) => userId);
  await changeOrganization(http, of, { approvals: { threshold: 1_000_00n, quorum: 2, approvers } });
  return members.map((session) => http.dashboard(organizationId, session));
}
