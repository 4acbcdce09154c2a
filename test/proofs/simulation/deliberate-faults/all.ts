import { approvalFaults } from './approvals.ts';
import { auditFaults } from './audit.ts';
import { batchFaults } from './batches.ts';
import { capFaults } from './caps.ts';
import { checkoutFaults } from './checkout.ts';
import { cryptoFaults } from './crypto.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { idempotencyFaults } from './idempotency.ts';
import { intentFaults } from './intents.ts';
import { journalFaults } from './journal.ts';
import { payoutLinkFaults } from './payout-links.ts';
import { recipientFaults } from './recipients.ts';
import { releaseFaults } from './releases.ts';
import { selfFundedFaults } from './self-funded.ts';
import { transferFaults } from './transfers.ts';
import { webhookFaults } from './webhooks.ts';
import { workFaults } from './work.ts';

/** To show that the simulation sees: each is switched on alone and must be found. */
export const deliberateFaults: readonly DeliberateFault[] = [
  ...journalFaults,
  ...auditFaults,
  ...capFaults,
  ...recipientFaults,
  ...approvalFaults,
  ...batchFaults,
  ...payoutLinkFaults,
  ...idempotencyFaults,
  ...intentFaults,
  ...workFaults,
  ...checkoutFaults,
  ...transferFaults,
  ...cryptoFaults,
  ...selfFundedFaults,
  ...webhookFaults,
  ...releaseFaults,
];
