import type { TableCall } from '../../../../local/table/call.ts';
import type { PayoutInstruction, PayoutRail } from '../../../../shared/ports/payout-rail.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { concerns, sendBehind, transactionsOn, withoutCondition } from './rewriting.ts';

const ofDueRow = concerns('DUE#');

export const workFaults: readonly DeliberateFault[] = [
  {
    name: 'no-claim',
    sentence: 'a worker begins without asking whether another is at work',
    rewrite: () => onClaims(anyRow),
  },
  {
    name: 'claim-that-never-expires',
    sentence: 'a claim outlives the worker that took it',
    rewrite: () => onClaims(forever),
  },
  {
    name: 'lost-hint-without-a-sweep',
    sentence: 'nobody sweeps the due rows whose hints were lost',
    rewrite: () => async (call, send) => (call.input.IndexName ? { Items: [] } : send(call)),
  },
  {
    name: 'due-row-outside-the-transaction',
    sentence: 'the work of sending a payout is asked for behind the commit',
    rewrite: transactionsOn(
      'DUE#',
      sendBehind((write) => ofDueRow(write) && write.kind === 'Put'),
    ),
  },
  {
    name: 're-send-with-a-new-key',
    sentence: 'every attempt tells the rail another key',
    rail: newKeyPerAttempt,
  },
  {
    name: 'unknown-believed-for-ever',
    sentence: 'what a rail does not know is sent, however long ago it may have been sent before',
    rail: (rail) => ({ ...delegateOf(rail), rememberKeysForMs: Number.POSITIVE_INFINITY }),
  },
  {
    name: 'restore-that-asks-nobody',
    sentence: 'behind a restore nobody asks the rails what they were sent',
    rail: (rail) => ({ ...delegateOf(rail), since: async () => ({ records: [] }) }),
  },
];

function onClaims(change: (call: TableCall) => TableCall): Rewrite {
  const isClaim = ({ name, input }: TableCall) =>
    name === 'Update' && input.ExpressionAttributeValues?.[':firstClaimedAt'] !== undefined;
  return (call, send) => send(isClaim(call) ? change(call) : call);
}

function anyRow(call: TableCall): TableCall {
  const { input } = withoutCondition({ kind: 'Update', input: call.input });
  return { ...call, input: { ...input, ConditionExpression: 'attribute_exists(pk)' } };
}

const tenYearsMs = 10 * 365 * 24 * 60 * 60 * 1000;

function forever(call: TableCall): TableCall {
  const { ':dueAt': leaseEnd, ...others } = call.input.ExpressionAttributeValues;
  const values = { ...others, ':dueAt': leaseEnd + tenYearsMs };
  return { ...call, input: { ...call.input, ExpressionAttributeValues: values } };
}

function newKeyPerAttempt(rail: PayoutRail): PayoutRail {
  const attempts = new Map<string, number>();
  const keyOf = ({ key }: PayoutInstruction, attempt: number) => (attempt === 1 ? key : `${key}-${attempt}`);
  return {
    ...delegateOf(rail),
    status: (instruction, now) =>
      rail.status({ ...instruction, key: keyOf(instruction, attempts.get(instruction.key) ?? 1) }, now),
    submit: (instruction, now) => {
      const attempt = (attempts.get(instruction.key) ?? 0) + 1;
      attempts.set(instruction.key, attempt);
      return rail.submit({ ...instruction, key: keyOf(instruction, attempt) }, now);
    },
  };
}

/** A rail that does as another does. */
function delegateOf(rail: PayoutRail): PayoutRail {
  return {
    rememberKeysForMs: rail.rememberKeysForMs,
    corridors: () => rail.corridors(),
    price: (corridor, wanted) => rail.price(corridor, wanted),
    paymentReasons: (currency) => rail.paymentReasons(currency),
    submit: (instruction, now) => rail.submit(instruction, now),
    status: (instruction, now) => rail.status(instruction, now),
    since: (since, now, page) => rail.since(since, now, page),
  };
}
