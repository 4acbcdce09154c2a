import type { FormattedValue } from 'dynamodb-toolbox/schema';
import { map } from 'dynamodb-toolbox/schema/map';
import { string } from 'dynamodb-toolbox/schema/string';
import { oneOf } from '../../ground/table/known-values.ts';
import { bank } from './bank/bank.ts';
import { card } from './card/card.ts';
import { crypto } from './crypto/crypto.ts';
import type { MethodAccount, PaymentMethod } from './payment-method.ts';

/** Every way to pay a link, in the order in which they are documented. */
export const methods = [card, bank, crypto] as const;

type Methods = typeof methods;
type Method = Methods[number];
export type MethodKind = Method['kind'];

type Kinds<All extends readonly PaymentMethod[]> = { -readonly [Index in keyof All]: All[Index]['kind'] };

export const methodKinds = methods.map(({ kind }) => kind) as unknown as Kinds<Methods>;

/** @returns undefined for a kind that only a later release knows */
export function methodOf(kind: string): PaymentMethod | undefined {
  return methods.find((method) => method.kind === kind);
}

/** Tells whether the payments of a method follow a charge. False for an unknown method. */
export function followsCharges(kind: string): boolean {
  return methodOf(kind)?.isTransfer === false;
}

/** The methods that are paid into collection accounts. */
type AccountMethod = Extract<Method, { readonly account: MethodAccount }>;
export type AccountKind = AccountMethod['kind'];

const accountMethods = methods.filter((method): method is AccountMethod => 'account' in method);

export const accountKinds = accountMethods.map(({ kind }) => kind) as [AccountKind, ...AccountKind[]];

type Many<One> = [One, ...One[]];

/** The schemas with which requests name each method on a link. */
export const requestedMethods = methods.map(({ requested }) => requested) as unknown as Many<Method['requested']>;

/** For each method with collection accounts, the body that registers an account. */
export const accountRequests = accountMethods.map(({ account }) => account.request) as unknown as Many<
  AccountMethod['account']['request']
>;
export const accountDetails = accountMethods.map(({ account }) => account.details) as unknown as Many<
  AccountMethod['account']['details']
>;

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Combines the fields of all methods. */
function together<Fields extends object>(all: readonly Fields[]): Together<Fields> {
  return Object.assign({}, ...all);
}

/** A method as a link stores it. */
export const linkMethod = map({
  kind: oneOf(...methodKinds),
  /** The collection account, for methods that have one. */
  accountId: string().optional(),
  ...together(methods.map(({ onLink }) => onLink.stored)),
});
export type KeptMethod = FormattedValue<typeof linkMethod>;

export const shownOnLinks = together(methods.map(({ onLink }) => onLink.shown));

/** The method of a payment, as stored. */
export const paidBy = map({
  kind: oneOf(...methodKinds),
  ...together(methods.map(({ onPayment }) => onPayment.stored)),
});

export const shownOnPayments = together(methods.map(({ onPayment }) => onPayment.shown));

/** Returns the fields that a payment copies, under the same names, from the link's method or from a charge. */
export function takenOver(kind: string, from: object): object {
  return named(methodOf(kind)?.onPayment.stored, from);
}

/** Returns the fields that a link stores for a requested method without a collection account. */
export function keptOf({ onLink }: PaymentMethod, from: object): object {
  return named(onLink.stored, from);
}

function named(attributes: object | undefined, from: object): object {
  const stored = Object.keys(attributes ?? {});
  return Object.fromEntries(
    Object.entries(from).filter(([name, value]) => value !== undefined && stored.includes(name)),
  );
}
