import { createHash } from 'node:crypto';
import { hideValues } from '../ground/errors/hide-values.ts';
import { unseal } from '../ground/signatures/seal.ts';
import { itemExists } from '../ground/table/conditions.ts';
import { absent, type UpdateExpression } from '../ground/table/expressions.ts';
import { updateOf } from '../ground/table/update-expression.ts';
import { checkIf } from '../ground/table/writes.ts';
import type { ClaimedWork } from '../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../journal/due/due-work.ts';
import { endClaim } from '../journal/due/end-claim.ts';
import { endWork } from '../journal/due/end-work.ts';
import { withClaim } from '../journal/due/with-claim.ts';
import { mailRef, type StoredMail } from '../journal/rows/mail-entity.ts';
import type { Hint } from '../ports/hint-queue.ts';
import type { Mail } from '../ports/mailer.ts';
import type { WorkerRuntime } from '../ports/runtime.ts';
import { unsentRecipients } from './recipients.ts';
import { RecipientsRefused } from './recipients-refused.ts';

/** Mails sent concurrently. Providers limit how many they accept per second. */
const atOnce = 5;
/** After this time no further mail is started, so that the worker ends in time. The work is then due again at once. */
const budgetMs = 8_000;
/** Tokens and addresses of pages are longer. */
const longWord = 16;

/**
 * Sends the mail that a hint names, to each recipient separately, so that one failure does not stop the others. Each
 * recipient gets it at least once, and more than once only if a process died, or could not write, between sending and
 * recording it.
 */
export function sendMail(runtime: WorkerRuntime<'mail' | 'sealing'>, hint: Hint): Promise<void> {
  return withClaim(runtime, hint, (work) => sendClaimed(runtime, work));
}

async function sendClaimed(runtime: WorkerRuntime<'mail' | 'sealing'>, work: ClaimedWork): Promise<void> {
  const { store, clock } = runtime;
  const wanted = mailRef({ organizationId: work.organizationId, mailId: work.resourceId });
  const mail = await store.get(wanted);
  // The items of the commit become visible one by one: the due row may be visible before the mail.
  if (!mail) return endWork(runtime, work, checkIf(wanted, absent));
  const { sent, left, failures } = await sendToAll(runtime, mail);
  const refused = refusedAmong({ sent, left, failures });
  if (left > 0 && (sent.length > 0 || refused.length > 0 || mail.refused)) {
    await store.update(wanted, progress(sent, refused));
  }
  if (failures.length > 0) throw errorOf(failures);
  if (left > 0) return void (await endClaim(store, work, rescheduleUpdate(work.claim, clock())));
  // Removed before the due row: a crash between the two leaves work that finds nothing to do.
  await store.remove(wanted, {});
  await endClaim(store, work);
}

interface Sending {
  readonly sent: readonly string[];
  /** The number of recipients who do not have it yet. */
  readonly left: number;
  readonly failures: readonly Failure[];
}

interface Failure {
  readonly to: string;
  readonly cause: unknown;
  /** Whether the mailer refuses this recipient but may accept mail to others. */
  readonly isRefusal: boolean;
}

async function sendToAll(
  { clock, store, secrets, mailer }: WorkerRuntime<'mail' | 'sealing'>,
  stored: StoredMail,
): Promise<Sending> {
  const { mailId, subject } = stored;
  const sealingKeys = await secrets.sealingKeys(stored.sealedText);
  const text = unseal(sealingKeys, 'mail', stored.sealedText, mailId);
  if (text === undefined) throw new Error('the mail was sealed with another key');
  const recipients = await unsentRecipients(store, stored);
  const until = clock() + budgetMs;
  const sent: string[] = [];
  const failures: Failure[] = [];
  const sendTo = async (to: string) => {
    const mail: Mail = { to, subject, text };
    try {
      await mailer.send(mail, keyOf(mailId, to));
      sent.push(to);
    } catch (error) {
      // The error is logged, and a provider may quote its input. Anything that gives access is a long word of the text.
      const cause = hideValues(error as Error, [mail, text.split(/\s+/).filter(({ length }) => length >= longWord)]);
      failures.push({ to, cause, isRefusal: mailer.concernsEveryMail?.(error) !== true });
    }
  };
  for (let first = 0; first < recipients.length && clock() < until; first += atOnce) {
    await Promise.all(recipients.slice(first, first + atOnce).map(sendTo));
  }
  return { sent, left: recipients.length - sent.length, failures };
}

/** The remaining recipients, if the mailer refuses each of them. */
function refusedAmong({ left, failures }: Sending): string[] {
  const refused = failures.filter(({ isRefusal }) => isRefusal).map(({ to }) => to);
  return refused.length === left ? refused : [];
}

function errorOf(failures: readonly Failure[]): unknown {
  const other = failures.find(({ isRefusal }) => !isRefusal);
  if (other) return other.cause;
  const addresses = failures.map(({ to }) => to);
  return new RecipientsRefused(addresses, failures[0]?.cause);
}

function keyOf(mailId: string, address: string): string {
  return `${mailId}.${createHash('sha256').update(address).digest('hex').slice(0, 16)}`;
}

function progress(sent: readonly string[], refused: readonly string[]): UpdateExpression {
  return updateOf<StoredMail>(
    {
      ...(sent.length > 0 && { append: { sentTo: sent } }),
      ...(refused.length > 0 ? { set: { refused } } : { remove: ['refused'] }),
    },
    itemExists,
  );
}
