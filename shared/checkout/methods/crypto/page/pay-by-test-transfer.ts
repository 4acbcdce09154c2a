import type { DocumentReply } from '../../../../contract/page-rules.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { madeAt } from '../../../attempts/view.ts';
import { whyEnded } from '../../../attempts/why-not-payable.ts';
import type { BankTransferRequest } from '../../bank/page/pay-by-bank.ts';
import { sendTestTransferFor } from '../payments/send-test-transfer-for.ts';
import { lookForCrypto } from './pay-by-crypto.ts';

/**
 * The sandbox's button: sends the requested amount as a wallet would, and records nothing. Reading the chain finds the
 * transfer.
 */
export async function payByTestTransfer(
  runtime: Runtime<'testTransfers'>,
  request: BankTransferRequest,
): Promise<DocumentReply> {
  const { link, organization, browser, view } = request;
  if (whyEnded(link, organization, runtime.clock())) return lookForCrypto(runtime, request, undefined);
  await sendTestTransferFor(runtime, link, browser, madeAt(view, runtime.clock()));
  return lookForCrypto(runtime, request, 'testTransferSent');
}
