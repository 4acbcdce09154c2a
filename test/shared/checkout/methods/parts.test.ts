import { expect, test } from 'vitest';
import { intentKinds } from '../../../../functions/queues/resume-intents.ts';
import { due } from '../../../../shared/checkout/every-method/due.ts';
import { refunds } from '../../../../shared/checkout/every-method/refunds.ts';
import { methodKinds } from '../../../../shared/checkout/methods/methods.ts';

const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

test('due work belongs to one method by the prefix of its id, and that of payments to none', () => {
  expect(repeated(['pay', ...due.flatMap(({ advances }) => Object.keys(advances))])).toEqual([]);
});

test('no two kinds of intents have the same name: an intent is stored with it', () => {
  expect(repeated(intentKinds.map(({ name }) => name))).toEqual([]);
});

test('refunds are those of a method', () => {
  expect(refunds.map(({ kind }) => kind).filter((kind) => !methodKinds.some((known) => known === kind))).toEqual([]);
});
