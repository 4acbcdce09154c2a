import type { DueKind } from '../shared/ports/due-kinds.ts';

/** `create-payout` and `createPayout` -> `CreatePayout`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** The folder of a function's file: `payouts/create-payout.ts` -> `payouts`. */
export function domainOf(file: string): string {
  return file.slice(0, file.indexOf('/'));
}

/**
 * Every alarm. A name is also the heading in `docs/runbook.md` that says what to do. A test compares the two. In
 * CloudWatch the name is prefixed with the stage.
 */
export const alarmNames = {
  apiServerErrors: 'ApiServerErrors',
  webServerErrors: 'WebServerErrors',
  forbiddenCalls: 'ForbiddenCalls',
  edgeServerErrors: 'EdgeServerErrors',
  edgeClientErrors: 'EdgeClientErrors',
  functionThrottles: 'FunctionThrottles',
  outcomeUnknown: 'OutcomeUnknown',
  internalError: 'InternalError',
  journalAhead: 'JournalAhead',
  clockDiffers: 'ClockDiffers',
  processorContradicts: 'ProcessorContradicts',
  intentUnsettled: 'IntentUnsettled',
  acquirerDiffers: 'AcquirerDiffers',
  transferParked: 'TransferParked',
  flushHindered: 'FlushHindered',
  tokenPaused: 'TokenPaused',
  fundingLimited: 'FundingLimited',
  tableReadThrottles: 'TableReadThrottles',
  tableWriteThrottles: 'TableWriteThrottles',
  indexThrottles: 'IndexThrottles',
  transactionConflicts: 'TransactionConflicts',
  canarySilent: 'CanarySilent',
  railsLate: 'RailsLate',
  concurrencyHigh: 'ConcurrencyHigh',
  keyTakenAway: 'KeyTakenAway',
  certificateExpires: 'CertificateExpires',
  streamIteratorAge: 'StreamIteratorAge',
  streamFailedBatches: 'StreamFailedBatches',
  archiveIteratorAge: 'ArchiveIteratorAge',
  archiveFailedBatches: 'ArchiveFailedBatches',
  queueDeadLetters: (kind: DueKind) => `${pascalCase(kind)}QueueDeadLetters`,
  workParked: (kind: DueKind) => `${pascalCase(kind)}WorkParked`,
  queueAge: (kind: DueKind) => `${pascalCase(kind)}QueueAge`,
  functionErrors: (domain: string) => `${pascalCase(domain)}FunctionErrors`,
  scheduleStopped: (worker: string) => `${pascalCase(worker)}Stopped`,
} as const;
