import { isObject } from './answer.ts';
import { type GuardedWriteOptions, headerValue, type SluiceOptions } from './options.ts';
import { pemFault } from './private-key.ts';
import { idPattern } from './request.ts';

/** A check of a value, and the words that complete the message `timeoutMs must …`. */
type Rule = readonly [holds: (value: unknown) => boolean, words: string];
type Rules = Readonly<Record<string, Rule>>;

const matching =
  (pattern: RegExp): Rule[0] =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const aFunction: Rule = [(value) => typeof value === 'function', 'be a function'];
/** Timers count milliseconds in 31 bits. */
const aCount: Rule = [(value) => (value as number) >>> 0 === value && value < 2 ** 31, 'be a whole number'];
const anything: Rule = [() => true, ''];

const ofClient: Rules = {
  baseUrl: [matching(/^https?:\/\/[\w[]/i), 'begin with https:// or http://'],
  organizationId: [(value) => matching(idPattern)(value) && !matching(/^org_/)(value), 'be an id, not an alias org_…'],
  apiKey: [isObject, 'be { id, privateKey }, or session be given'],
  signing: [matching(/^(direct|challenge)$/), 'be direct or challenge'],
  timeoutMs: aCount,
  maxRetries: aCount,
  fetch: aFunction,
  clock: aFunction,
  onAnswer: aFunction,
};
const ofSession: Rules = {
  ...ofClient,
  session: [(value) => aFunction[0](value) || matching(headerValue)(value), 'be a token or a function'],
};
const ofKey: Rules = {
  id: [matching(/^akid_\w+$/), 'be the id akid_… of a key'],
  privateKey: [
    (value) => typeof value === 'string' || !!(value as CryptoKey | null)?.usages?.includes('sign'),
    'be a PKCS#8 PEM or a CryptoKey that may sign',
  ],
  sign: aFunction,
};
const ofCall: Rules = {
  idempotencyKey: [matching(/^[\w.:-]{1,255}$/), 'have 1 to 255 characters of A-Z a-z 0-9 _ . : -'],
  allowDuplicate: anything,
  signal: anything,
  timeoutMs: aCount,
};

/**
 * Refuses options with which no call could succeed. A message begins with the option's name, and never contains its
 * value, which may be a secret.
 * @throws TypeError
 */
export function checkOptions(options: SluiceOptions): void {
  mustBeObject(options, 'options');
  const { apiKey, session } = options;
  if (apiKey && session) throw new TypeError('session must be absent beside apiKey.');
  check(options, apiKey ? ofClient : ofSession, ['baseUrl', 'organizationId', session === undefined && 'apiKey']);
  if (!apiKey) return;
  const { privateKey, sign } = apiKey;
  if (privateKey && sign) throw new TypeError('apiKey.sign must be absent beside privateKey.');
  check(apiKey, ofKey, ['id', !sign && 'privateKey'], 'apiKey.');
  const fault = typeof privateKey === 'string' && pemFault(privateKey);
  if (fault) throw new TypeError(`apiKey.privateKey must be ${fault}.`);
}

/** Checks one call before it is sent. @throws TypeError naming the wrong parameter or option */
export function checkCall(params: unknown, options: GuardedWriteOptions = {}): void {
  mustBeObject(params, 'params');
  mustBeObject(options, 'options');
  check(options, ofCall);
}

function mustBeObject(value: unknown, name: string): void {
  if (!isObject(value)) throw new TypeError(`${name} must be an object.`);
}

/**
 * Checks options. Objects read from settings files may contain more than options, so names that resemble no option are
 * ignored.
 */
function check(given: object, rules: Rules, required: readonly unknown[] = [], prefix = ''): void {
  for (const name of Object.keys(given)) {
    const meant = Object.keys(rules).find((option) => !(option in given) && resembles(name, option));
    if (meant && !rules[name]) throw new TypeError(`${prefix}${name} is not an option; ${meant} is.`);
  }
  for (const [name, [holds, words]] of Object.entries(rules)) {
    const value = given[name as keyof typeof given] as unknown;
    // An undefined value is usually an environment variable that is not set.
    const isAbsent = value === undefined;
    if (isAbsent ? required.includes(name) : !holds(value))
      throw new TypeError(`${prefix}${name} ${isAbsent ? 'is undefined; it ' : ''}must ${words}.`);
  }
}

/** Whether at least four in five letters of the shorter name are in the longer one, in the same order. */
function resembles(name: string, option: string): boolean {
  let common: number[] = [];
  for (const letter of name.toLowerCase()) {
    const next = [0];
    [...option.toLowerCase()].forEach((other, at) => {
      next.push(Math.max((common[at] ?? 0) + +(letter === other), common[at + 1] ?? 0, next[at] as number));
    });
    common = next;
  }
  return name.length > 2 && (common.at(-1) as number) >= 0.8 * Math.min(name.length, option.length);
}
