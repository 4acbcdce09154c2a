import type { Organization } from '../../identity/organization.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { ChainHead, TokenChain } from '../../ports/token-chain.ts';
import { type Account, accountRead } from '../accounts/account.ts';
import { keepOpenAttempt, openAttemptRead } from '../attempts/attempt.ts';
import { type Buyer, countHappened, countsReads, isBusyForTransfers } from '../attempts/attempt-counts.ts';
import { type NotPayable, whyNotPayable } from '../attempts/why-not-payable.ts';
import { type Link, linkRead } from '../links/link.ts';
import { type Payment, paymentRead } from '../payments/payment.ts';
import { watchRead } from './address-watch.ts';
import { drawAmounts, inToken } from './amounts.ts';
import { type CryptoMethod, cryptoMethodOf, placeOf } from './crypto-method.ts';
import {
  cryptoSlot,
  hasMoney,
  isSameMethod,
  type KnownAttempt,
  knownAttempt,
  paidAt,
  paymentOfView,
} from './known-attempt.ts';
import { type Reserved, reserveAmount } from './reserve-amount.ts';
import { reservedRead } from './reserved-amount.ts';

/** What a buyer is asked to send. */
export interface CryptoAttempt {
  readonly paymentId: string;
  readonly token: string;
  readonly chain: string;
  readonly address: string;
  /** Minor units of the token, six places: exactly this. */
  readonly amount: bigint;
  /** Milliseconds: what is mined later is late. */
  readonly until: number;
}

export type OpenedCrypto =
  | { readonly open: CryptoAttempt }
  /** Money came for this browser's attempt: it is paid, or pending with some of it. Until the attempt's time is over. */
  | { readonly received: Payment }
  /** `busy`: too many attempts are open at the address, too many transfers were begun on the link or by the network, or no amount was
   * found that is free. */
  | { readonly notPayable: NotPayable }
  /** The chain does not answer, and without its latest block nothing is reserved. */
  | { readonly silent: true };

interface CryptoBuyer extends Buyer {
  /** When the view was made that the browser submits, milliseconds. */
  readonly seenAt: number;
}

/**
 * Begins to pay by crypto: reserves an exact amount at the link's address (design-second-half, Checkout, crypto). A browser
 * that submits again while its attempt is open gets the same amount. A view that was made before it paid gets no second
 * one, however late. A view that was made afterwards begins a new payment.
 * @param link as it was read
 */
export async function openCryptoPayment(
  runtime: Runtime,
  link: Link,
  { browser, network, seenAt }: CryptoBuyer,
  execution: Execution,
): Promise<OpenedCrypto> {
  const { organizationId, linkId } = link;
  const method = cryptoMethodOf(link);
  const chain = runtime.rails(link.livemode ? 'live' : 'sandbox')?.chain;
  if (!method || !chain) return { notPayable: 'noMethod' };
  const head = await headOf(runtime, chain, organizationId, method.chain);
  const amounts = drawAmounts(runtime.ids, inToken(link.total, link.currency, method.token));
  const suffix = runtime.ids.suffix(runtime.clock());
  const slot = cryptoSlot(link, browser);
  const on = { organizationId, linkId, network };
  const place = placeOf(link.livemode, method);
  let opened: OpenedCrypto = { notPayable: 'noMethod' };
  await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {
        link: linkRead(organizationId, linkId),
        account: accountRead(organizationId, method.accountId),
        open: openAttemptRead(slot),
      },
      lookUps: [
        watchRead(organizationId, method.accountId),
        ...countsReads(on),
        ...amounts.map((one) => reservedRead(place, one)),
      ],
      decide: ({ link: found, open, ...others }, draft) => {
        const last = open && draft.lookUp(paymentRead(organizationId, paymentOfView(open, seenAt)));
        const at = last && paidAt(last);
        const paid = at === undefined ? undefined : last;
        const isAnew = at !== undefined && at < seenAt;
        const known = paid ? undefined : found && knownAttempt(draft, found, last);
        const all = { ...others, link: found, known, paid, isAnew, method, chain };
        opened = answerAtOnce(all, draft.now) ?? { silent: true };
        if (!('silent' in opened) || !head || !found) return undefined;
        const beginning = { method, head, amounts, suffix };
        const reserved = isBusyForTransfers(draft, on) ? 'busy' : reserveAmount(draft, found, beginning);
        opened = reserved === 'busy' ? { notPayable: 'busy' } : { open: shown(reserved) };
        if (reserved === 'busy') return undefined;
        keepOpenAttempt(
          draft,
          slot,
          open,
          reserved.payment.paymentId,
          paid && at !== undefined ? { attemptId: paid.paymentId, at } : open?.paid,
        );
        countHappened(draft, on, 'transfers');
        return { reply: { status: 200, body: undefined }, resourceId: linkId };
      },
    },
    execution,
  );
  return opened;
}

/** @returns undefined while the chain is silent; what has begun is shown all the same */
async function headOf(
  { log }: Pick<Runtime, 'log'>,
  chain: TokenChain,
  organizationId: string,
  name: string,
): Promise<ChainHead | undefined> {
  return chain.head(organizationId, name).catch((error: unknown) => {
    log.warn('the chain did not answer a buyer', { error, organizationId, chain: name });
    return undefined;
  });
}

interface Found {
  readonly organization: Organization;
  readonly link: Link | undefined;
  readonly account: Account | undefined;
  /** Not paid yet. */
  readonly known: KnownAttempt | undefined;
  readonly paid: Payment | undefined;
  /** The view was made after that payment. */
  readonly isAnew: boolean;
  readonly method: CryptoMethod;
  readonly chain: TokenChain;
}

/** What needs no new attempt: undefined where one may begin. */
function answerAtOnce(
  { organization, link, account, known, paid, isAnew, method, chain }: Found,
  now: number,
): OpenedCrypto | undefined {
  if (!link) return { notPayable: 'noMethod' };
  const reason = whyNotPayable(link, organization, now, chain);
  const inTime = known && now < known.reservation.openUntil ? known : undefined;
  // Who has paid is told so, although the link may be full with it. Of a suspended organization nothing is told.
  if (paid && reason !== 'unavailable' && (reason || !isAnew)) return { received: paid };
  if (inTime && reason !== 'unavailable' && hasMoney(inTime.payment)) return { received: inTime.payment };
  if (reason) return { notPayable: reason };
  if (account?.status !== 'active' || !isSameMethod(link, method)) return { notPayable: 'noMethod' };
  return inTime && { open: shown(inTime) };
}

function shown({ payment: { paymentId }, reservation }: Reserved): CryptoAttempt {
  const { token, chain, address, amount, openUntil } = reservation;
  return { paymentId, token, chain, address, amount: BigInt(amount), until: openUntil };
}
