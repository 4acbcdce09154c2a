import { sendSandboxTransfer } from '../../shared/checkout/sandbox/send-sandbox-transfer.ts';
import { TransferRequest, TransferView } from '../../shared/checkout/sandbox/transfer-request.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';
import { refuseNotPositive } from '../../shared/ground/money/refuse-not-positive.ts';

export const endpoint = defineEndpoint({
  operation: 'sendSandboxTransfer',
  summary: 'Send tokens on the simulated chain',
  description:
    'Sends tokens as a buyer, or anyone else, would. The exact amount of an attempt pays it; any other amount ' +
    'becomes a receipt. The simulated chain produces a block every two seconds, which is final ten seconds ' +
    'later. The address must be one of the open collection accounts (`BAD_REQUEST`).',
  method: 'POST',
  path: `${C}/sandbox/transfers`,
  callers: ['key'],
  scope: 'write',
  sandboxOnly: true,
  audit: 'sandbox.transfer',
  refuseEarly: refuseNotPositive,
  body: TransferRequest,
  responses: { 201: { description: 'The transfer.', schema: TransferView } },
  errors: ['BAD_REQUEST'],
  uses: ['testTransfers'],
  handle: ({ body, organization: { organizationId }, runtime, execution }) =>
    sendSandboxTransfer(runtime, organizationId, body, execution),
});
