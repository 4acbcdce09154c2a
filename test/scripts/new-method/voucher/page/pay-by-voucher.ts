import { html } from 'hono/html';
import type { Link } from '../../../../../shared/checkout/links/link.ts';
import { type CheckoutPageRequest, frameOf } from '../../../../../shared/checkout/page/frame-of.ts';
import { panelOf } from '../../../../../shared/checkout/page/panel.ts';
import { linkPath } from '../../../../../shared/checkout/page/paths.ts';
import type { DocumentReply } from '../../../../../shared/contract/page-rules.ts';
import type { Organization } from '../../../../../shared/identity/organization.ts';
import type { Execution } from '../../../../../shared/journal/commit/execution.ts';
import { pageOf } from '../../../../../shared/pages/layout.ts';
import type { Runtime } from '../../../../../shared/ports/runtime.ts';
import { openVoucher } from '../payments/open-voucher.ts';
import { voucher } from '../voucher.ts';

interface VoucherRequest extends CheckoutPageRequest {
  readonly link: Link;
  readonly organization: Organization;
}

/** Shows the code. */
export async function payByVoucher(
  runtime: Runtime,
  request: VoucherRequest,
  execution: Execution,
): Promise<DocumentReply> {
  const { link } = request;
  const frame = frameOf(request, link, linkPath(link.pageToken));
  const { externalId } = await openVoucher(runtime, link, execution);
  const { name, next } = panelOf(frame.words, voucher);
  return {
    status: 200,
    html: pageOf(frame, { title: name, main: html`<p>${next}</p><p id="code">${externalId}</p>` }),
  };
}
