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
import { mailRead, type StoredMail } from '../journal/rows/mail-entity.ts';
import type { Hint } from '../ports/hint-queue.ts';
import type { Mail } from '../ports/mailer.ts';
import type { WorkerRuntime } from '../ports/runtime.ts';
import { unsentRecipients } from './recipients.ts';

/** Mails sent at the same time. Providers limit how many they take in a second. */
const atOnce = 5;
/** After this no further mail is begun, so that the worker ends in time. The work is then due again at once. */
const budgetMs = 8_000;
/** Tokens and addresses of pages are longer. */
const longWord = 16;

/**
 * Sends the mail that a hint names, to each recipient separately, so that one failure does not stop the others. Each
 * recipient gets it at least once, and more than once only where a process died, or could not write, between sending
 * and recording it.
 */
export function sendMail(runtime: WorkerRuntime, hint: Hint): Promise<void> {
  return withClaim(runtime, hint, (work) => sendClaimed(runtime, work));
}

async function sendClaimed(runtime: WorkerRuntime, work: ClaimedWork): Promise<void> {
  const { store, clock } = runtime;
  const wanted = mailRead({ organizationId: work.organizationId, mailId: work.resourceId });
  const mail = await store.get(wanted);
  // The items of the commit become visible one by one: the due row may be seen before the mail.
  if (!mail) return endWork(runtime, work, checkIf(wanted, absent));
  const { sent, left, failures } = await sendToAll(runtime, mail);
  if (left > 0 && sent.length > 0) await store.update(wanted, addSentTo(sent));
  if (failures.length > 0) throw failures[0];
  if (left > 0) return void (await endClaim(store, work, rescheduleUpdate(work.claim, clock())));
  // Removed before the due row: a crash between the two leaves work that finds nothing to do.
  await store.remove(wanted, {});
  await endClaim(store, work);
}

interface Sending {
  readonly sent: readonly string[];
  /** How many recipients do not have it yet. */
  readonly left: number;
  readonly failures: readonly unknown[];
}

async function sendToAll({ clock, store, secrets, mailer }: WorkerRuntime, stored: StoredMail): Promise<Sending> {
  const { mailId, subject } = stored;
  const sealingKeys = await secrets.sealingKeys(stored.sealedText);
  const text = unseal(sealingKeys, 'mail', stored.sealedText, mailId);
  if (text === undefined) throw new Error('the mail was sealed with another key');
  const recipients = await unsentRecipients(store, stored);
  const until = clock() + budgetMs;
  const sent: string[] = [];
  const failures: unknown[] = [];
  const sendTo = async (to: string) => {
    const mail: Mail = { to, subject, text };
    await mailer.send(mail, keyOf(mailId, to)).catch((error: Error) => {
      // It goes to the log, and a provider may quote what it was given. What gives access is a long word of the text.
      throw hideValues(error, [mail, text.split(/\s+/).filter(({ length }) => length >= longWord)]);
    });
    sent.push(to);
  };
  for (let first = 0; first < recipients.length && clock() < until; first += atOnce) {
    const results = await Promise.allSettled(recipients.slice(first, first + atOnce).map(sendTo));
    failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])));
  }
  return { sent, left: recipients.length - sent.length, failures };
}

function keyOf(mailId: string, address: string): string {
  return `${mailId}.${createHash('sha256').update(address).digest('hex').slice(0, 16)}`;
}

function addSentTo(addresses: readonly string[]): UpdateExpression {
  return updateOf<StoredMail>({ append: { sentTo: addresses } }, itemExists);
}
