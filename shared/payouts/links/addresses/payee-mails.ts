import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { sha256Hex } from '../../../ground/signatures/canonical.ts';
import { refTo } from '../../../ground/table/expressions.ts';
import { table } from '../../../ground/table/table.ts';
import { unknownOf } from '../../../ground/table/unknown-attributes.ts';
import { ttlSeconds } from '../../../ground/time/clock.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Mails to a payee per UTC day, across all organizations: a payee may never have heard of any of them. */
export const maxMailsOfAddressADay = 3;

/** The number of mails sent to an address on a UTC day. The address is stored as a hash. */
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
 * The row that counts the mails to an address. The part after a plus sign is omitted, because such addresses usually
 * reach the same person.
 * @param address in canonical form
 * @param now milliseconds
 */
function payeeMailsRef(address: string, now: number) {
  const addressHash = sha256Hex(address.replace(/\+[^@]*@/, '@'));
  return refTo(PayeeMailsEntity, { addressHash, day: Math.floor(now / DAY_MS) });
}

/**
 * Counts a mail to a payee that a commit is about to request.
 * @returns whether it may be sent to the address
 */
export function countPayeeMail(draft: JournalDraft, address: string): boolean {
  const counter = payeeMailsRef(address, draft.now);
  const found = draft.lookUp(counter);
  const mailed = (found?.mailed ?? 0) + 1;
  if (mailed > maxMailsOfAddressADay) return false;
  const { addressHash, day } = counter.key;
  const ttl = ttlSeconds((day + 2) * DAY_MS);
  draft.change(PayeeMailsEntity, { ...unknownOf(found), addressHash, day, version: found?.version ?? 0, mailed, ttl });
  return true;
}
