import { tries } from '../command.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';
import { bodyOf, succeeded } from '../engine/operation.ts';
import type { Organization } from '../engine/scene.ts';

export type Link = Organization['links'][number];

/** The last two digits choose what becomes of a payment that is simulated: most are just paid. */
const totals = ['10.00', '10.02', '10.04', '10.08', '10.12', '10.14', '10.16', '10.18', '10.22', '10.28'];
/** Of no places, of two and of three; some cannot be set up. */
const unitAmounts: Readonly<Record<string, readonly string[]>> = {
  USD: ['0.01', '3.33', '10.00', '99.99'],
  EUR: ['0.50', '7.77', '12.35'],
  JPY: ['1', '333', '1000'],
  KWD: ['0.250', '1.005', '3.333'],
};
const taxRates = ['0', '7', '8.875', '19', '33.3333', '100'];

/** @param currency any where absent */
export function priceOf(dice: Dice, currency = dice.chance(0.6) ? 'USD' : dice.pick(Object.keys(unitAmounts))) {
  const isSimple = currency === 'USD' && dice.chance(0.6);
  const unitAmount = isSimple ? (dice.pick(dice.chance(0.3) ? ['10.00'] : totals) ?? '') : '';
  if (isSimple) return { currency, items: [{ name: 'A chair', quantity: 1, unitAmount }] };
  return { currency, items: itemsOf(dice, currency ?? ''), ...taxOf(dice) };
}

function itemsOf(dice: Dice, currency: string) {
  return Array.from({ length: 1 + dice.below(3) }, (_, index) => ({
    name: `Item ${index}`,
    quantity: 1 + dice.below(4),
    unitAmount: dice.pick(unitAmounts[currency] ?? []) ?? '',
  }));
}

function taxOf(dice: Dice) {
  if (dice.chance(0.3)) return {};
  return { taxRate: dice.pick(taxRates) ?? '', taxInclusive: dice.chance(0.5) };
}

/** A product, whose price may change after links sell it. */
export async function createProduct(caller: Caller, dice: Dice): Promise<string | undefined> {
  const { currency, ...price } = priceOf(dice);
  const [{ unitAmount = '' } = {}] = price.items;
  const body = { name: 'A lamp', currency, unitAmount, ...taxOf(dice) };
  const answer = await caller.perform('createProduct', { body, key: caller.newKey() }, tries(dice));
  if (!succeeded(answer)) return undefined;
  const { productId } = bodyOf(answer);
  caller.organization.productIds.push(productId);
  return productId;
}

/** What a link sells: items, or a product. Accounts that buyers pay into are in dollars. */
async function soldOn(caller: Caller, dice: Dice, methods: readonly Method[] | undefined) {
  const isByCard = methods?.every(({ kind }) => kind === 'card') ?? true;
  if (!isByCard) return priceOf(dice, 'USD');
  const productId = dice.chance(0.25)
    ? (dice.pick(caller.organization.productIds) ?? (await createProduct(caller, dice)))
    : undefined;
  return productId === undefined ? priceOf(dice) : { productId };
}

/** Few places, so that they are asked for more than once; a deadline that passes within the story, or has passed. */
function endsOf(caller: Caller, dice: Dice) {
  return {
    ...(dice.chance(0.6) && { maxPayments: 1 + dice.below(3) }),
    ...(dice.chance(0.2) && { expiresAt: caller.inDays(dice.pick([-1, 10 / 86_400, 60 / 86_400, 20]) ?? 0) }),
  };
}

/** One of the ways in which a link is paid, as a request names it. */
interface Method {
  readonly kind: Link['kinds'][number];
  readonly accountId?: string;
}

/** @param methods cards where absent */
export async function createLink(
  caller: Caller,
  dice: Dice,
  publish = dice.chance(0.8),
  methods?: readonly Method[],
): Promise<Link | undefined> {
  const sold = await soldOn(caller, dice, methods);
  const body = { ...sold, ...endsOf(caller, dice), publish, ...(methods && { methods }) };
  const answer = await caller.perform('createLink', { body, key: caller.newKey() }, tries(dice));
  if (!succeeded(answer)) return undefined;
  const { linkId, shareUrl, total } = bodyOf(answer);
  const link: Link = { linkId, shareUrl, total, kinds: methods?.map(({ kind }) => kind) ?? ['card'] };
  caller.organization.links.push(link);
  return link;
}

/** The last ones are still under way. */
export async function someLink(caller: Caller, dice: Dice): Promise<Link | undefined> {
  return dice.pick(caller.organization.links.slice(-3)) ?? createLink(caller, dice, true);
}
