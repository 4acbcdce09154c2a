import { randomUUID } from 'node:crypto';
import type { PayoutBatch } from '../../../client/src/index.ts';
import { advance } from '../../functions/batches/support.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import type { Stage } from '../observed.ts';
import { payer } from './payer.ts';
import type { ErrorRow } from './row.ts';

type Batch = Pick<PayoutBatch, 'batchId'>;

/** An organization that may submit batches, and calls that submit one under keys of their own. */
async function submitter(stage: Stage) {
  const { of, sluice, recipient } = await payer(stage);
  const { organizationId } = of;
  const control = (controls: Parameters<typeof setControls>[2]) =>
    setControls(stage.service.runtime, organizationId, controls);
  await control({ features: ['mass_payouts'] });
  const { destinationAccountId } = recipient.methods[0];
  const submit = (externalReferenceId: string = randomUUID(), amount = '10.00') => {
    const items = [{ amount, destinationAccountId, reference: randomUUID() }];
    return sluice.createPayoutBatch({ externalReferenceId, items, autoCommit: false });
  };
  /** Lets the worker go on with a batch. */
  const work = ({ batchId }: Batch) => advance(stage.service, of, { batchId });
  const confirm = ({ batchId }: Batch) => sluice.confirmPayoutBatch({ batchId });
  const cancel = ({ batchId }: Batch) => sluice.cancelPayoutBatch({ batchId });
  return { of, sluice, control, submit, work, confirm, cancel };
}

/** Why a batch is not stored, confirmed or stopped. */
export const batchRows: readonly ErrorRow[] = [
  {
    words: '`BATCH_NOT_FOUND` | 404 | no such batch | -',
    async scene(stage) {
      const { of, sluice } = await submitter(stage);
      const theirs = await (await submitter(stage)).submit();
      return {
        of,
        calls: [{ batchId: 'pb_1' }, theirs].flatMap(({ batchId }) => [
          () => sluice.getPayoutBatch({ batchId }),
          () => sluice.listPayoutBatchItems({ batchId }),
          () => sluice.confirmPayoutBatch({ batchId }),
          () => sluice.cancelPayoutBatch({ batchId }),
        ]),
      };
    },
  },
  {
    words: '`PAYOUT_BATCH_NOT_CONFIRMABLE` | 409 | not `awaiting_confirmation` | -',
    async scene(stage) {
      const { of, confirm, submit, work } = await submitter(stage);
      const batch = await submit();
      return { of, calls: [() => confirm(batch)], clear: () => work(batch) };
    },
  },
  {
    words: '`PAYOUT_BATCH_NOT_CANCELABLE` | 409 | creation started | -',
    async scene(stage) {
      const { of, confirm, cancel, submit, work } = await submitter(stage);
      const batch = await submit();
      await work(batch);
      await confirm(batch);
      return { of, calls: [() => cancel(batch)] };
    },
  },
  {
    words: '`PAYOUT_BATCH_AWAITING_APPROVAL` | 409 | run needs approvers or one rejected it | -',
    async scene(stage) {
      const { of, control, confirm, submit, work } = await submitter(stage);
      const voter = await stage.service.member(of.organizationId, 'operator');
      const approvals = { threshold: 1_00n, quorum: 1, approvers: [voter.userId] };
      await control({ approvals });
      const batch = await submit();
      await work(batch);
      const { approvalId = '' } = await confirm(batch);
      await stage.http.dashboard(of.organizationId, voter).rejectApproval({ approvalId });
      return { of, calls: [() => confirm(batch)], extras: { approvalId } };
    },
  },
  {
    words: '`PAYOUT_BATCH_DUPLICATE_REFERENCE` | 409 | `externalReferenceId` already used; `originalBatchId` | -',
    async scene(stage) {
      const { of, submit } = await submitter(stage);
      const { batchId } = await submit('run');
      const extras = { originalBatchId: batchId };
      return { of, calls: [() => submit('run'), () => submit('run', '7.00')], extras, instead: () => submit('run 2') };
    },
  },
  {
    words: '`MASS_PAYOUTS_DISABLED` | 403 | batches off for the organization | -',
    async scene(stage) {
      const { of, control, confirm, submit, work } = await submitter(stage);
      const batch = await submit();
      await work(batch);
      await control({ features: [] });
      return {
        of,
        calls: [() => submit(), () => confirm(batch)],
        clear: () => control({ features: ['mass_payouts'] }),
      };
    },
  },
];
