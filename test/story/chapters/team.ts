import type { Cast } from '../cast.ts';
import type { Storyteller } from '../storyteller.ts';

/** People come, change and go; keys are issued, rotated and revoked. */
export async function manageTeam(story: Storyteller, { owner }: Cast): Promise<void> {
  const { invitationId } = await story.tell('inviteMember', owner, {
    body: { email: 'george@example.com', role: 'viewer' },
  });
  await story.tell('revokeInvitation', owner, { path: { invitationId } });
  const { token } = await story.tell('inviteMember', owner, {
    body: { email: 'somerville@example.com', role: 'viewer' },
  });
  const joining = { userId: 'user-somerville', token: 'user-somerville' };
  await story.tell('joinOrganization', joining, { body: { token } });
  await story.tell('inviteMember', owner, { body: { email: 'augustus@example.com', role: 'operator' } });
  await story.tell('listMembers', owner);
  const path = { userId: joining.userId };
  await story.tell('changeMember', owner, { path, body: { role: 'operator' } });
  await story.tell('removeMember', owner, { path });

  const [pair, next] = [story.keyPair(), story.keyPair()];
  const { id } = await story.tell('issueApiKey', owner, {
    body: { name: 'reports', publicKey: pair.publicKey, scopes: ['read'], allowedIps: ['203.0.113.0/24'] },
  });
  await story.tell('rotateApiKey', owner, { path: { id }, body: { publicKey: next.publicKey } });
  await story.tell('listApiKeys', owner);
  await story.tell('revokeApiKey', owner, { path: { id } });
}
