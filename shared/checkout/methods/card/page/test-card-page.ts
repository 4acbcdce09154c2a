import type { DocumentReply } from '../../../../contract/page-rules.ts';
import { noSuchResource } from '../../../../ground/errors/no-such-resource.ts';
import { pathIn } from '../../../../pages/paths.ts';
import type { TestCardPage } from '../../../../ports/card-acquirer.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { linkRef } from '../../../links/link.ts';
import { frameOf } from '../../../page/frame-of.ts';
import { attemptPath, cancelPath } from '../../../page/paths.ts';
import { forwardPage } from '../../../page/result-page.ts';
import { linkStatePage } from '../../../page/show-checkout-link.ts';
import { sandboxCardPage, type TestCard } from './sandbox-card-page.ts';
import type { AttemptRequest } from './show-checkout-attempt.ts';

interface TestCardRequest extends AttemptRequest {
  /** Path of the page itself. */
  readonly path: string;
  /** The chosen card, by its last four digits. A full number is never submitted. */
  readonly card?: string | undefined;
}

/**
 * Serves the sandbox's card page. It charges the chosen test card as an acquirer would and records nothing, because the
 * page that follows reads the outcome.
 */
export async function testCardPage(runtime: Runtime<'cardPages'>, request: TestCardRequest): Promise<DocumentReply> {
  const { attempt, path, card } = request;
  const { organizationId, linkId, sessionId, pageToken } = attempt;
  const acquirer = runtime.rails(attempt.livemode ? 'live' : 'sandbox')?.acquirer;
  const page = acquirer?.testCardPage;
  const link = await runtime.store.get(linkRef(organizationId, linkId));
  if (!acquirer || !page || !link || sessionId === undefined) throw noSuchResource();
  const frame = frameOf(request, link, path);
  const leave = (): DocumentReply => ({
    status: 200,
    html: forwardPage(frame, pathIn(frame, attemptPath(pageToken))),
  });
  if (request.organization.status === 'suspended') return linkStatePage(frame, link, 'unavailable');
  const chosen = page.cards.find(({ number }) => number.endsWith(card ?? 'none'));
  if (chosen) {
    const { outcome } = await page.pay(runtime.ids, { organizationId, sessionId }, chosen.number);
    if (outcome !== 'declined') return leave();
  } else {
    const session = await acquirer.readSession(organizationId, sessionId, runtime.clock());
    if (session?.state !== 'open') return leave();
  }
  const { total, currency } = link;
  const cancel = pathIn(frame, cancelPath(pageToken));
  const shown = { frame, cards: page.cards.map(cardOf), total, currency, cancel, declinedCard: card };
  return { status: 200, html: sandboxCardPage(shown) };
}

function cardOf({ number, declined }: TestCardPage['cards'][number]): TestCard {
  const groups = (number.length === 16 ? number.match(/.{4}/g) : /(.{4})(.{6})(.+)/.exec(number)?.slice(1)) ?? [number];
  return { name: number.slice(-4), number: groups.join(' '), declined };
}
