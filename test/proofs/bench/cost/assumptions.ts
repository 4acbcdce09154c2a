/**
 * What the table in memory cannot tell, stated once. Processor time is measured by `npm run cost -- --processor`, with the SDK on
 * DynamoDB Local; change both together.
 */
export const measuredOn = '25 November 2026, two x86-64 cores that others used too';

/**
 * Processor milliseconds of one piece of work in a process that is warm: a request, or what one hint stands for. An upper bound:
 * others used the machine.
 */
export const processorMs = {
  getBalance: 4,
  createQuote: 6,
  acceptQuote: 7,
  createPayout: 7,
  advancePayouts: 6,
  createPayoutBatch: 21,
  advanceBatches: 850,
  showCheckoutLink: 2,
  payByCard: 7,
  showCheckoutAttempt: 6,
  hintOfDoneWork: 1,
  offerEvents: 5,
  hintDueWork: 1,
} as const;

export type Work = keyof typeof processorMs;

/** As `lib/constructs/service-function.ts` has it; a test compares the two. */
export const memoryMb = 1024;
/** AWS: a function of so much memory has one processor, one of less its share. */
const memoryOfOneProcessorMb = 1769;

/** Gigabyte-seconds of an invocation that does so many pieces of work: it waits, and it computes with its share of a processor. */
export function gigabyteSeconds(work: Work, waitMs: number, pieces = 1): number {
  const ms = waitMs + (pieces * processorMs[work] * memoryOfOneProcessorMb) / memoryMb;
  return (Math.ceil(ms) / 1000) * (memoryMb / 1024);
}

export const minutesPerMonth = 30 * 24 * 60;

/**
 * How long the canary's function runs, from its first call to its webhook, with a step of the sandbox after two seconds
 * and the queues between. Nobody has measured it in AWS.
 */
export const canaryRunMs = 10_000;
/** The line that a function of the canary leaves. */
export const canaryLineBytes = 600;

/** How long a receiver of webhooks takes to answer, and what SQS takes to accept hints: a function waits for both. */
export const receiverMs = 150;
export const queueMs = 8;

/** The gateway's line, as it is in AWS's examples. Lambda itself logs nothing of an invocation that ends well. */
export const accessLogBytes = 380;
/** CloudWatch Logs adds this to every line. */
export const logLineOverheadBytes = 26;
/** What Powertools adds to the fields of a line of ours: level, message, time, service, stage. */
export const loggerBytes = 170;
/** Headers and TLS records around an answer or a delivery. */
export const headerBytes = 700;
