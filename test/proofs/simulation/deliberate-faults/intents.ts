import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { OneWrite } from '../../../../local/table/call.ts';
import type { Processor } from '../../../../shared/ports/processor.ts';
import type { Charged, TopUpCall } from '../../../support/top-ups/card-processor.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { concerns, mapWrites, touches, transactionsOn, withoutCondition } from './rewriting.ts';

type Cards = Processor<TopUpCall, Charged>;

export const intentFaults: readonly DeliberateFault[] = [
  {
    name: 'key-per-attempt',
    sentence: 'the processor is called with a new key at each attempt',
    cards: (cards) => {
      const attempts = new Map<string, number>();
      return changed(cards, {
        call: (key, call) => {
          const before = attempts.get(key) ?? 0;
          attempts.set(key, before + 1);
          return cards.call(before === 0 ? key : `${key}-${before}`, call);
        },
      });
    },
  },
  {
    name: 'silence-is-a-refusal',
    sentence: 'a processor that does not answer is taken to have refused',
    cards: (cards) =>
      changed(cards, { call: (key, call) => cards.call(key, call).catch(() => ({ outcome: 'refused' })) }),
  },
  {
    name: 'repeats-what-is-forgotten',
    sentence: 'the call is repeated for ever, whether the processor still knows its key or not',
    cards: (cards) => changed(cards, { rememberKeysForMs: Number.POSITIVE_INFINITY }),
  },
  {
    name: 'bound-key-taken-over',
    sentence: 'a retry takes over a key that is bound to an intent as if its first request had died',
    rewrite: () => evenIfBound('Put'),
  },
  {
    name: 'bound-key-released',
    sentence: 'a key is freed after a lost answer, whether it is bound to an intent or not',
    rewrite: () => evenIfBound('Delete'),
  },
  {
    name: 'guard-not-as-read',
    sentence: 'a guard is overwritten and given back whatever became of it since it was read',
    rewrite: transactionsOn('DUPLICATE#', (call, send) =>
      send(mapWrites(call, (write) => (dependsOnHead(write) ? withoutCondition(write) : write))),
    ),
  },
];

function changed(cards: Cards, changes: Partial<Cards>): Cards {
  const { rememberKeysForMs } = cards;
  return {
    rememberKeysForMs,
    call: (key, call) => cards.call(key, call),
    find: (key, call) => cards.find(key, call),
    ...changes,
  };
}

function dependsOnHead(write: OneWrite): boolean {
  return concerns('DUPLICATE#')(write) && JSON.stringify(write.input.ConditionExpression).includes('headVersion');
}

/** Writes records of keys although they are bound. */
function evenIfBound(kind: 'Put' | 'Delete'): Rewrite {
  return async (call, send) => {
    if (call.name !== kind || !touches(call, 'IDEMPOTENCY#')) return send(call);
    try {
      return await send(call);
    } catch (error) {
      const isBound = error instanceof ConditionalCheckFailedException && error.Item?.state?.S === 'bound';
      if (!isBound) throw error;
      return send({ ...call, input: withoutCondition({ kind, input: call.input }).input });
    }
  };
}
