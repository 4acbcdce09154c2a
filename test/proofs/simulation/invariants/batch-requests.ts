import { isDeepStrictEqual } from 'node:util';
import { format } from '../../../../shared/ground/table/format.ts';
import { comparedForm } from '../../../../shared/ground/text/compared-form.ts';
import { type Organization, OrganizationEntity } from '../../../../shared/identity/organization.ts';
import { type Batch, BatchEntity } from '../../../../shared/payouts/batches/batch/batch.ts';
import { BatchItemEntity, itemPosition } from '../../../../shared/payouts/batches/batch/batch-item.ts';
import { presentBatch } from '../../../../shared/payouts/batches/batch/present-batch.ts';
import { presentBatchItem } from '../../../../shared/payouts/batches/batch/present-batch-item.ts';
import type { Invocation } from '../engine/invocation.ts';
import type { Operation } from '../engine/operation.ts';
import type { Commit } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import { answersTo, operationsOf } from './answers.ts';
import { revocations } from './approvals.ts';
import type { Books } from './books.ts';
import { organizationWhen } from './electorate.ts';
import type { Invariant } from './invariant.ts';
import { isVisible, presented, readings, versionsDuring } from './reads.ts';

export const batchRequestInvariants: readonly Invariant[] = [
  { name: 'creation begins only where it was asked for', broken: creationIsAskedFor },
  { name: 'a run that nobody approved creates nothing while a threshold stands', broken: thresholdsHold },
  { name: 'an approved run debits what people voted on at most', broken: approvedRunsAreBound },
  { name: 'nothing is created for a key that was revoked, unless people took it on', broken: revocationsHold },
  { name: 'a run reads as it was at some moment of the reading', broken: batchesAreTrue },
  { name: 'the lines of a run read as they were, in their order and without a gap', broken: itemsAreTrue },
  { name: 'a run that was accepted is found', broken: batchesAreFound },
];

interface Beginning {
  readonly batch: Batch;
  readonly before: Batch;
  readonly commit: Commit;
  readonly organization: Organization;
}

/** The commits in which creation begins. */
function beginnings({ organizationId }: Books, { witness }: World): Beginning[] {
  return witness.keys(`BATCH#${organizationId} `).flatMap((key) => {
    const versions = witness.history(key);
    const index = versions.findIndex(({ item }) => item?.status === 'creating');
    const [from, to] = [versions[index - 1], versions[index]];
    if (!from?.item || !to?.item) return [];
    const organization = organizationAt(organizationId, to.commit.step, witness);
    return [
      { batch: format(BatchEntity, to.item), before: format(BatchEntity, from.item), commit: to.commit, organization },
    ];
  });
}

function organizationAt(organizationId: string, step: number, witness: World['witness']): Organization {
  const versions = witness.history(`ORG#${organizationId} ORG`);
  return format(OrganizationEntity, versions.findLast(({ commit }) => commit.step < step)?.item ?? {});
}

function hasThreshold({ approvals }: Organization): boolean {
  return approvals?.threshold !== undefined || approvals?.dailyThreshold !== undefined;
}

/** By its submission, where no line is invalid and nobody has to agree; by a confirm; or by an approval that is executed. */
function creationIsAskedFor(books: Books, world: World): string[] {
  const asked = new Map<Invocation | undefined, Operation>(
    operationsOf(books, world).flatMap((operation) =>
      operation.attempts.map(({ invocation }) => [invocation, operation] as const),
    ),
  );
  return beginnings(books, world).flatMap(({ batch, before, commit, organization }) => {
    const { batchId, approvalId, counts } = batch;
    const isReleased = commit.changes.some(
      ({ key, after }) => key.endsWith(` ${approvalId}`) && after?.status === 'executed' && after.batchId === batchId,
    );
    const { endpoint, pathParameters } = asked.get(commit.by) ?? {};
    const isConfirmed =
      endpoint?.operation === 'confirmPayoutBatch' &&
      pathParameters?.batchId === batchId &&
      !hasThreshold(organization);
    const submission = [...asked.values()].find(({ attempts }) =>
      attempts.some(({ invocation }) => invocation?.made.includes(batchId)),
    );
    const isAutomatic =
      before.status !== 'awaiting_confirmation' &&
      JSON.parse(submission?.text ?? '{}').autoCommit === true &&
      counts.invalid === 0 &&
      !hasThreshold(organization);
    return isReleased || isConfirmed || isAutomatic ? [] : [`${commit.by?.name} began to create ${batchId}`];
  });
}

function thresholdsHold(books: Books, world: World): string[] {
  return books.payouts
    .filter(({ batchId, approvalId }) => batchId !== undefined && approvalId === undefined)
    .filter(({ payoutId }) =>
      hasThreshold(organizationWhen(books, world, `PAYOUT#${books.organizationId} ${payoutId}`)),
    )
    .map(({ payoutId, batchId }) => `${payoutId} of ${batchId} was made without a vote`);
}

function approvedRunsAreBound({ approvals, batches, payouts }: Books): string[] {
  return approvals
    .filter(({ kind, status }) => kind === 'batch' && status === 'executed')
    .flatMap(({ approvalId, batchId, content }) => {
      const { largestDebit, linesHash } = JSON.parse(content);
      const debit = payouts
        .filter((payout) => payout.batchId === batchId)
        .reduce((sum, { sourceAmount }) => sum + sourceAmount, 0n);
      const isOfRun = batches.some((batch) => batch.batchId === batchId && batch.linesHash === linesHash);
      const most = BigInt(largestDebit.amount.replace('.', ''));
      return isOfRun && debit <= most ? [] : [`${batchId} debits ${debit}, ${approvalId} allowed ${most}`];
    });
}

/** A person who confirmed a run answers for it; so do people who approved it. */
function revocationsHold(books: Books, world: World): string[] {
  const revokedIn = revocations(world);
  return books.payouts.flatMap(({ payoutId, batchId, approvalId }) => {
    const batch = books.batches.find((one) => one.batchId === batchId);
    if (!batch || approvalId !== undefined || batch.confirmedBy?.actorUserId !== undefined) return [];
    const step = world.witness.history(`PAYOUT#${books.organizationId} ${payoutId}`)[0]?.commit.step ?? 0;
    const keys = [batch.createdBy.apiKeyId, batch.confirmedBy?.apiKeyId].filter((id) => id !== undefined);
    return keys
      .filter((id) => step > (revokedIn.get(id) ?? Number.POSITIVE_INFINITY))
      .map((id) => `${payoutId} of ${batchId} was made after ${id} had been revoked`);
  });
}

function batchesAreTrue(books: Books, world: World): string[] {
  const all = [...readings(books, world, 'getPayoutBatch'), ...readings(books, world, 'listPayoutBatches')];
  return all.flatMap(({ attempt, body }) =>
    ((body.data ?? [body]) as ReturnType<typeof JSON.parse>[]).flatMap((shown) => {
      const key = `BATCH#${books.organizationId} ${shown.batchId}`;
      const isTrue = versionsDuring(world, key, attempt).some(
        ({ item }) => item && isDeepStrictEqual(presented(presentBatch(format(BatchEntity, item))), shown),
      );
      return isTrue ? [] : [`${attempt.invocation?.name} read ${shown.batchId} as it never was then: ${shown.status}`];
    }),
  );
}

function itemsAreTrue(books: Books, world: World): string[] {
  return readings(books, world, 'listPayoutBatchItems').flatMap(({ operation, attempt, body }) => {
    const { batchId = '' } = operation.pathParameters;
    const items = body.data as { readonly index: number; readonly status: string }[];
    const isInOrder = items.every(({ index }, place) => index === (items[0]?.index ?? 0) + place);
    const isTrue = items.every((shown) => {
      const key = `BATCH_ITEM#${books.organizationId}#${batchId} ${itemPosition(shown.index)}`;
      const seen = versionsDuring(world, key, attempt).some(
        ({ item }) => item && isDeepStrictEqual(presented(presentBatchItem(format(BatchItemEntity, item))), shown),
      );
      return seen || (shown.status === 'pending' && !isVisible(world, key, attempt.startedStep));
    });
    const isFirst = operation.query.cursor !== undefined || items[0] === undefined || items[0].index === 0;
    return isInOrder && isTrue && isFirst
      ? []
      : [`${attempt.invocation?.name} read ${items.map(({ index, status }) => `${index} ${status}`)} of ${batchId}`];
  });
}

function batchesAreFound(books: Books, world: World): string[] {
  const isThere = (batchId: string, step: number) => isVisible(world, `BATCH#${books.organizationId} ${batchId}`, step);
  const missed = answersTo(operationsOf(books, world)).filter(
    ({ operation: { endpoint, pathParameters }, attempt, answer }) =>
      endpoint.operation === 'getPayoutBatch' &&
      answer.status === 404 &&
      isThere(pathParameters.batchId ?? '', attempt.startedStep),
  );
  const unlisted = readings(books, world, 'listPayoutBatches').flatMap(({ operation: { query }, attempt, body }) => {
    const found = new Set(body.data.map(({ batchId }: { batchId: string }) => batchId));
    if (body.nextCursor) return [];
    return books.batches
      .filter(({ batchId, externalReferenceId }) => {
        const isWanted =
          comparedForm(query.externalReferenceId ?? externalReferenceId) === comparedForm(externalReferenceId);
        return isWanted && isThere(batchId, attempt.startedStep) && !found.has(batchId);
      })
      .map(({ batchId }) => `${attempt.invocation?.name} missed ${batchId}`);
  });
  return [
    ...missed.map(({ attempt }) => `${attempt.invocation?.name} was told that there is no such run`),
    ...unlisted,
  ];
}
