import type { DocumentReply } from '../../../../contract/page-rules.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { madeAt } from '../../../attempts/view.ts';
import { whyEnded } from '../../../attempts/why-not-payable.ts';
import type { BankTransferRequest } from '../../bank/page/pay-by-bank.ts';
import { sendTestTransferFor } from '../payments/send-test-transfer-for.ts';
import { lookForCrypto } from './pay-by-crypto.ts';

/**
 * Answers the sandbox's button. Sends the requested amount as a wallet would, and records nothing, because the transfer
 * is found when the chain is read.
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
