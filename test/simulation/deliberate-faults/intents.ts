import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Processor } from '../../../shared/ports/processor.ts';
import type { Charged, TopUpCall } from '../../support/top-ups/card-processor.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { touches, withoutCondition } from './rewriting.ts';

type Cards = Processor<TopUpCall, Charged>;

export const intentFaults: readonly DeliberateFault[] = [
  {
    name: 'key-per-attempt',
    sentence: 'the processor is called with a new key at each attempt',
    cards: (cards) => {
      let attempts = 0;
      return changed(cards, { call: (key, call) => cards.call(`${key}-${attempts++}`, call) });
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
    rewrite: () => takeOverBound,
  },
  {
    name: 'bound-key-released',
    sentence: 'a key is freed after a lost answer, whether it is bound to an intent or not',
    rewrite: () => (call, send) => {
      if (call.name !== 'Delete' || !touches(call, 'IDEMPOTENCY#')) return send(call);
      return send({ ...call, input: withoutCondition({ kind: 'Delete', input: call.input }).input });
    },
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

const takeOverBound: Rewrite = async (call, send) => {
  if (call.name !== 'Put' || !touches(call, 'IDEMPOTENCY#')) return send(call);
  try {
    return await send(call);
  } catch (error) {
    const isBound = error instanceof ConditionalCheckFailedException && error.Item?.state?.S === 'bound';
    if (!isBound) throw error;
    return send({ ...call, input: withoutCondition({ kind: 'Put', input: call.input }).input });
  }
};
