import { tries } from '../command.ts';
import type { Dice } from '../engine/dice.ts';
import { bodyOf, succeeded } from '../engine/operation.ts';
import type { Organization } from '../engine/scene.ts';
import type { Thief } from '../engine/thief.ts';
import type { World } from '../engine/world.ts';
import { typedFor } from './claim-commands.ts';
import { keepAddress, linkBody, renew } from './link-commands.ts';

type SentLink = Organization['payoutLinks'][number];

/** Makes one by a key or a session of theirs, or asks for one that they may vote on. */
export async function askForLink({ caller, approvalIds, identities, keys }: Thief, dice: Dice): Promise<void> {
  const as = dice.chance(0.5) ? dice.pick(identities) : undefined;
  caller.use(dice.pick(keys) ?? caller.key);
  const body = { ...linkBody(caller, dice), payeeName: 'Mal Smith', payeeEmail: 'mal@example.com' };
  const answer = await caller.perform('createPayoutLink', { as, body, key: caller.newKey() }, tries(dice));
  if (!succeeded(answer)) return;
  const { approvalId } = bodyOf(answer);
  if (approvalId) approvalIds.push(approvalId);
  else keepAddress(caller, answer);
}

/** Which others have voted on, so that its address is shown to the thief. */
export function renewAnyLink({ caller, identities }: Thief, dice: Dice): Promise<void> {
  return renew(caller, dice, dice.pick(identities));
}

/** Opens pages by addresses that are nearly right: of another organization, of another link, with another secret, or that were renewed. */
export async function forgeAddress({ caller }: Thief, dice: Dice, { organizations }: World): Promise<void> {
  const known = organizations.flatMap(({ payoutLinks }) => payoutLinks);
  const [link, other] = [dice.pick(known), dice.pick(known)];
  if (!link || !other) return;
  const url = forged(link, other, organizations, dice);
  const payee = caller.payee(dice.text(32), '198.51.100.66');
  await payee.read(url);
  const typed = typedFor(caller, dice, link);
  const form = typed && (await payee.price(url, typed));
  const stolen = dice.pick(caller.organization.pricedClaims)?.form;
  if (form ?? stolen) await payee.confirm(url, form ?? stolen ?? {});
}

function forged(link: SentLink, other: SentLink, organizations: readonly Organization[], dice: Dice): string {
  const [origin = '', organizationId = '', id = '', secret = ''] = partsOf(link.url);
  const stranger = organizations.find((one) => one.organizationId !== organizationId)?.organizationId ?? 'nobody';
  const wrong = [
    [stranger, id, secret],
    [organizationId, partsOf(other.url)[2], secret],
    [organizationId, id, dice.text(32)],
    [organizationId, id, secret],
  ];
  return origin + (dice.pick(wrong) ?? []).join('.');
}

/** The address up to its token, and the token's parts. */
function partsOf(url: string): string[] {
  const start = url.lastIndexOf('/') + 1;
  return [url.slice(0, start), ...url.slice(start).split('.')];
}
