import type { DocumentReply } from '../../contract/page-rules.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { networkHash } from '../attempts/attempt-counts.ts';
import { openTransfer } from '../attempts/open-transfer.ts';
import { whyEnded } from '../attempts/why-not-payable.ts';
import { LinkEntity } from '../links/link.ts';
import { type BankDetails, bankPage } from './bank-page.ts';
import { frameOf } from './frame-of.ts';
import { linkPath } from './paths.ts';
import type { CardRequest } from './pay-by-card.ts';
import { linkStatePage, notPayablePage } from './show-link.ts';

/**
 * Answers "Pay by bank" with account and reference. They stand at no address of their own: whoever was sent such an
 * address would pay what somebody else has ordered.
 */
export async function payByBank(runtime: Runtime, request: CardRequest, execution: Execution): Promise<DocumentReply> {
  const { link, browser, sourceNetwork } = request;
  refuseUnknown(LinkEntity, link);
  const frame = frameOf(request, link, linkPath(link.pageToken), { method: 'bank' });
  const ended = whyEnded(link, request.organization, runtime.clock());
  if (ended) return notPayablePage(runtime, { frame, link, browser }, ended);
  const { details } = link.methods.find(({ kind }) => kind === 'bank') ?? {};
  if (details === undefined) return linkStatePage(frame, link, 'noMethod');
  const network = networkHash(link, sourceNetwork);
  const opened = await openTransfer(runtime, link, { browser, network }, execution);
  if ('notPayable' in opened) return notPayablePage(runtime, { frame, link, browser }, opened.notPayable);
  const { total, currency } = link;
  const { reference } = opened;
  return {
    status: 200,
    html: bankPage({ frame, details: JSON.parse(details) as BankDetails, reference, total, currency }),
  };
}
