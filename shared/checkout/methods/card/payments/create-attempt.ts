import { newPageToken } from '../../../../contract/page-token.ts';
import { ServiceError } from '../../../../ground/errors/service-error.ts';
import { create, replace } from '../../../../ground/table/writes.ts';
import type { Organization } from '../../../../identity/organization.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import type { Execution } from '../../../../journal/commit/execution.ts';
import { scheduleWork } from '../../../../journal/due/due-work.ts';
import { executeIntent } from '../../../../journal/intents/execute-intent.ts';
import { OutcomePending } from '../../../../journal/intents/outcome-pending.ts';
import type { SessionCall } from '../../../../ports/card-acquirer.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import {
  type Attempt,
  AttemptEntity,
  attemptRef,
  attemptWork,
  browserHash,
  keepOpenAttempt,
  openAttemptRef,
} from '../../../attempts/attempt.ts';
import { countOpen, countsRefs, isBusyForCards } from '../../../attempts/attempt-counts.ts';
import { type NotPayable, whyEnded, whyNotPayable } from '../../../attempts/why-not-payable.ts';
import { type Link, linkRef } from '../../../links/link.ts';
import { takePlace } from '../../../links/places.ts';
import { offersCards } from '../card.ts';
import { noCardPage, sessionIntent } from './session-intent.ts';

export interface CardSubmission {
  readonly organizationId: string;
  readonly linkId: string;
  /** Identifies the browser: its cookie, or the id of the view that it submitted. */
  readonly browser: string;
  /** Source network of the browser (`networkHash`). */
  readonly network: string;
  /** Returns where the acquirer sends the buyer back, given the token of the attempt's page. */
  readonly returnTo: (token: string) => { readonly successUrl: string; readonly cancelUrl: string };
}

export type Opened =
  | { readonly url: string }
  /** The acquirer has not said whether there is a card page, or another request is still asking. */
  | { readonly waiting: Pick<Attempt, 'pageToken'> }
  /** The browser already has an open attempt. */
  | { readonly known: Attempt }
  | { readonly notPayable: NotPayable }
  | { readonly refused: true };

/** The browser already has an attempt, so a second one must not be opened. */
class AttemptKnown extends ServiceError {
  readonly attempt: Attempt;

  constructor(attempt: Attempt) {
    super('CONFLICT', 'the browser has an open attempt');
    this.attempt = attempt;
  }
}

class LinkNotPayable extends ServiceError {
  readonly reason: NotPayable;

  constructor(reason: NotPayable) {
    super('CONFLICT', `the link cannot be paid: ${reason}`);
    this.reason = reason;
  }
}

/** How long acquirers keep card pages open, in milliseconds. */
const sessionMs = 30 * 60 * 1000;

/**
 * Starts a payment by card: takes a place on the link and asks the acquirer for a card page. A browser that submits
 * twice, or from two tabs, gets the same attempt.
 */
export async function createAttempt(
  runtime: Runtime<'cards'>,
  submission: CardSubmission,
  execution: Execution,
): Promise<Opened> {
  const { ids, clock } = runtime;
  const { organizationId, linkId, network } = submission;
  const browser = browserHash(submission.browser);
  const attemptId = `att_${ids.suffix(clock())}`;
  const { token: pageToken } = newPageToken(ids, { organizationId, resourceId: attemptId });
  const reads = { link: linkRef(organizationId, linkId), open: openAttemptRef({ organizationId, linkId, browser }) };
  try {
    const { body } = await executeIntent(
      runtime,
      sessionIntent,
      {
        organizationId,
        reads,
        lookUps: countsRefs(submission),
        decide: ({ link, open, organization }, draft) => {
          const known = open && draft.lookUp(attemptRef(organizationId, open.attemptId));
          refuseToOpen(link, organization, known, draft.now);
          if (isBusyForCards(draft, link as Link, network)) throw new LinkNotPayable('busy');
          // Because clocks differ, another process might still consider the earlier attempt open and lead another tab
          // to its card page.
          if (known) draft.write(replace(AttemptEntity, { ...known, givenUp: true, updatedAt: draft.timestamp }));
          const attempt = newAttempt(draft, link as Link, { attemptId, browser, network, pageToken });
          draft.write(create(AttemptEntity, attempt), scheduleWork(attemptWork(attempt), attempt.expiresAt));
          countOpen(draft, attempt, 1);
          keepOpenAttempt(draft, attempt, open, attemptId);
          return { call: callOf(link as Link, attempt, submission.returnTo(pageToken)), resourceId: attemptId };
        },
      },
      execution,
    );
    return body;
  } catch (error) {
    return openedInstead(error, pageToken);
  }
}

function openedInstead(error: unknown, pageToken: string): Opened {
  if (error instanceof AttemptKnown) return { known: error.attempt };
  if (error instanceof LinkNotPayable) return { notPayable: error.reason };
  if (error instanceof OutcomePending) return { waiting: { pageToken } };
  if (error instanceof ServiceError && error.type === 'PROVIDER_REJECTED') return { refused: true };
  throw error;
}

/** A browser can finish an attempt on a link whose places are all taken, because the attempt holds one of them. */
function refuseToOpen(
  link: Link | undefined,
  organization: Organization,
  known: Attempt | undefined,
  now: number,
): void {
  if (link?.status !== 'sent' && link?.status !== 'paused') throw new ServiceError('NOT_FOUND', 'no such link');
  const ended = whyEnded(link, organization, now);
  if (ended) throw new LinkNotPayable(ended);
  // A card page that was never shown cannot have been paid.
  const isOver = known?.status === 'opening' && known.expiresAt <= now;
  if (known && !isOver) throw new AttemptKnown(known);
  const reason = whyNotPayable(link, organization, now);
  if (reason) throw new LinkNotPayable(reason);
  // A form can be forged, and a draft that no longer offers cards may still have a card page.
  if (!offersCards(link)) throw new LinkNotPayable('noMethod');
  if (!link.cardPage) throw noCardPage();
}

type NewAttempt = Pick<Attempt, 'attemptId' | 'browser' | 'network' | 'pageToken'>;

/** Takes a place if the link limits them. Otherwise the commit checks that the link is unchanged. */
function newAttempt(draft: JournalDraft, link: Link, named: NewAttempt): Attempt {
  const { organizationId, linkId, maxPayments, expiresAt = Number.POSITIVE_INFINITY } = link;
  const holdsPlace = maxPayments !== undefined;
  if (holdsPlace) draft.write(takePlace(link));
  return {
    ...named,
    organizationId,
    linkId,
    version: 1,
    status: 'opening',
    holdsPlace,
    expiresAt: Math.min(draft.now + sessionMs, expiresAt),
    livemode: draft.livemode,
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
}

function callOf(
  link: Link,
  { attemptId, expiresAt }: Attempt,
  back: ReturnType<CardSubmission['returnTo']>,
): SessionCall {
  const { organizationId, linkId, total, currency, cardPage } = link;
  const priceId = cardPage?.priceId ?? '';
  return { organizationId, linkId, attemptId, priceId, total: total.toString(), currency, ...back, expiresAt };
}
