import { maxMembers } from '../access/team/add-member.ts';
import type { Store } from '../ground/table/store.ts';
import { MemberEntity, memberPartition } from '../identity/member.ts';
import type { StoredMail } from '../journal/rows/mail-entity.ts';

/**
 * The addresses that a mail still has to be sent to, each once. Roles are read now, so that former members get none.
 */
export async function unsentRecipients(store: Pick<Store, 'range'>, mail: StoredMail): Promise<string[]> {
  const addresses = [...(mail.addresses ?? []), ...(mail.roles ? await addressesOf(store, mail) : [])];
  const sent = new Set(mail.sentTo);
  return [...new Set(addresses)].filter((address) => !sent.has(address));
}

async function addressesOf(store: Pick<Store, 'range'>, { organizationId, roles = [] }: StoredMail) {
  const partition = memberPartition(organizationId);
  const { items } = await store.range(MemberEntity, { partition, limit: maxMembers });
  return items.filter(({ role }) => roles.includes(role)).map(({ email }) => email);
}
