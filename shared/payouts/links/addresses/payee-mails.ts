import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { sha256Hex } from '../../../ground/signatures/canonical.ts';
import { read } from '../../../ground/table/expressions.ts';
import { table } from '../../../ground/table/table.ts';
import { unknownOf } from '../../../ground/table/unknown-attributes.ts';
import { ttlSeconds } from '../../../ground/time/clock.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Mails to payees in a UTC day, of all organizations together: a payee may never have heard of any of them. */
export const maxMailsOfAddressADay = 3;

/** How many mails an address has been sent on a UTC day. The address is kept as a hash. */
export const PayeeMailsEntity = new Entity({
  name: 'payeeMails',
  table,
  timestamps: false,
  schema: item({
    addressHash: string().key(),
    /** Days since 1970. */
    day: number().key(),
    version: number(),
    mailed: number(),
    ttl: number(),
  }),
  computeKey: ({ addressHash, day }: { addressHash: string; day: number }) => ({
    pk: `PAYEE_MAILS#${addressHash}`,
    sk: `${day}`,
  }),
});

/**
 * The row that counts the mails of an address. The part behind a plus sign is left out: the address mostly reaches the same person.
 * @param address in its one form
 * @param now milliseconds
 */
function payeeMailsRead(address: string, now: number) {
  const addressHash = sha256Hex(address.replace(/\+[^@]*@/, '@'));
  return read(PayeeMailsEntity, { addressHash, day: Math.floor(now / DAY_MS) });
}

/**
 * Counts a mail to a payee that a commit is about to ask for.
 * @returns whether the address may be sent it
 */
export function countPayeeMail(draft: JournalDraft, address: string): boolean {
  const counter = payeeMailsRead(address, draft.now);
  const found = draft.lookUp(counter);
  const mailed = (found?.mailed ?? 0) + 1;
  if (mailed > maxMailsOfAddressADay) return false;
  const { addressHash, day } = counter.key;
  const ttl = ttlSeconds((day + 2) * DAY_MS);
  draft.change(PayeeMailsEntity, { ...unknownOf(found), addressHash, day, version: found?.version ?? 0, mailed, ttl });
  return true;
}
