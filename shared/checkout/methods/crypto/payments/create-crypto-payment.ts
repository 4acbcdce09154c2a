import { inToken } from '../../../../ground/money/token-amount.ts';
import type { Organization } from '../../../../identity/organization.ts';
import { decideAndCommit } from '../../../../journal/commit/decide.ts';
import type { Execution } from '../../../../journal/commit/execution.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import type { ChainHead, TokenChain } from '../../../../ports/token-chain.ts';
import { type Account, accountRef } from '../../../accounts/account.ts';
import { keepOpenAttempt, openAttemptRef } from '../../../attempts/attempt.ts';
import { type Buyer, countHappened, countsRefs, isBusyForTransfers } from '../../../attempts/attempt-counts.ts';
import type { Press } from '../../../attempts/transfer-of-view.ts';
import { type NotPayable, whyNotPayable } from '../../../attempts/why-not-payable.ts';
import { type Link, linkRef } from '../../../links/link.ts';
import type { Payment } from '../../../payments/payment.ts';
import { watchRef } from './address-watch.ts';
import { drawAmounts } from './amounts.ts';
import { type CryptoMethod, cryptoMethodOf, placeOf } from './crypto-method.ts';
import { cryptoSlot, isSameMethod, type Pressed, pressedAttempt } from './known-attempt.ts';
import { type Reserved, reserveAmount, reserveRest } from './reserve-amount.ts';
import { reservedRef } from './reserved-amount.ts';

/** What the buyer is asked to send, and where. */
export interface CryptoAttempt {
  readonly paymentId: string;
  readonly token: string;
  readonly chain: string;
  readonly address: string;
  /** The exact amount, in minor units of the token (six decimal places). */
  readonly amount: bigint;
  /** The time in milliseconds after which a mined transfer counts as late. */
  readonly until: number;
}

/** Details of a submission that started nothing. */
interface NothingOpened {
  /** Set if part of a payment's money has arrived and its rest cannot be paid. */
  readonly short?: Payment | undefined;
}

export type OpenedCrypto =
  | {
      readonly open: CryptoAttempt;
      /** Set if the attempt is for the rest of this payment. */
      readonly short?: Payment | undefined;
    }
  /** The full amount has arrived for the payment that the view belongs to. */
  | { readonly received: Payment }
  /**
   * `busy`: too many attempts are open at the address, too many transfers were started on the link or by the network,
   * or no free amount was found.
   */
  | (NothingOpened & { readonly notPayable: NotPayable })
  /** The chain does not answer. Without its latest block, nothing is reserved. */
  | (NothingOpened & { readonly silent: true });

/**
 * Starts a payment by crypto: reserves an exact amount at the link's address (design-second-half, Checkout, crypto). A
 * browser that submits again while its attempt is open gets the same amount. If part of the money has arrived, each
 * press reserves an amount for the missing part of the same payment, unless it asks for another payment. A view created
 * before the browser paid gets no second amount, however late it is submitted. A view created afterwards starts a new
 * payment.
 * @param link as it was read
 */
export async function createCryptoPayment(
  runtime: Runtime<'chain'>,
  link: Link,
  { browser, network, ...press }: Buyer & Press,
  execution: Execution,
): Promise<OpenedCrypto> {
  const { organizationId, linkId } = link;
  const method = cryptoMethodOf(link);
  const chain = runtime.rails(link.livemode ? 'live' : 'sandbox')?.chain;
  if (!method || !chain) return { notPayable: 'noMethod' };
  const head = await headOf(runtime, chain, organizationId, method.chain);
  const total = inToken(link.total, link.currency, method.token);
  const offsets = drawAmounts(runtime.ids, 0n);
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
        link: linkRef(organizationId, linkId),
        account: accountRef(organizationId, method.accountId),
        open: openAttemptRef(slot),
      },
      lookUps: [
        watchRef(organizationId, method.accountId),
        ...countsRefs(on),
        ...offsets.map((offset) => reservedRef(place, total + offset)),
      ],
      decide: ({ link: found, open, ...others }, draft) => {
        opened = { notPayable: 'noMethod' };
        if (!found) return undefined;
        const pressed = pressedAttempt(draft, found, open, press);
        const { short, earlier } = pressed;
        opened = answerAtOnce({ ...others, ...pressed, link: found, method, chain }, draft.now) ?? {
          silent: true,
          short,
        };
        if (!('silent' in opened) || !head) return undefined;
        opened = { notPayable: 'busy', short };
        if (isBusyForTransfers(draft, on)) return undefined;
        const beginning = { method, head, offsets };
        const reserved = short
          ? reserveRest(draft, found, short, beginning)
          : reserveAmount(draft, found, beginning, suffix);
        if (reserved === 'busy') return undefined;
        opened = { open: shown(reserved), short };
        if (!short) keepOpenAttempt(draft, slot, open, reserved.payment.paymentId, earlier);
        countHappened(draft, on, 'transfers');
        return { reply: { status: 200, body: undefined }, resourceId: linkId };
      },
    },
    execution,
  );
  return opened;
}

/** @returns undefined while the chain does not answer; payments that have already started are still shown */
async function headOf(
  { log }: Pick<Runtime, 'log'>,
  chain: Pick<TokenChain, 'head'>,
  organizationId: string,
  name: string,
): Promise<ChainHead | undefined> {
  return chain.head({ organizationId, chain: name }).catch((error: unknown) => {
    log.warn('the chain did not answer a buyer', { error, organizationId, chain: name });
    return undefined;
  });
}

interface Found extends Pressed {
  readonly organization: Organization;
  readonly link: Link;
  readonly account: Account | undefined;
  readonly method: CryptoMethod;
  readonly chain: Pick<TokenChain, 'head' | 'serves'>;
}

/** Returns the answer if no amount needs to be reserved, or undefined if one may be. */
function answerAtOnce(
  { organization, link, account, known, paid, short, isAnew, method, chain }: Found,
  now: number,
): OpenedCrypto | undefined {
  const reason = whyNotPayable(link, organization, now, { chain });
  // A buyer who has paid is told so, even if the link is full as a result. The page of a suspended organization shows
  // nothing about it.
  if (paid && reason !== 'unavailable' && (reason || !isAnew)) return { received: paid };
  if (reason) return { notPayable: reason, short };
  if (account?.status !== 'active' || !isSameMethod(link, method)) return { notPayable: 'noMethod', short };
  return known && now < known.reservation.openUntil ? { open: shown(known) } : undefined;
}

function shown({ payment: { paymentId }, reservation }: Reserved): CryptoAttempt {
  const { token, chain, address, amount, openUntil } = reservation;
  return { paymentId, token, chain, address, amount: BigInt(amount), until: openUntil };
}
