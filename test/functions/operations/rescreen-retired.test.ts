import { beforeEach, expect, test } from 'vitest';
import { addPayout, addRecipient, bodyOf, pathOf, settle, type TestOrganization } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import type { Answer } from '../../support/service.ts';
import { listedNumber, liveOrganization, rescreen, type ScreenedService, startScreened } from './screened-service.ts';

type Body = Answer['body'];

let screened: ScreenedService;
let of: TestOrganization;
let recipient: Body;
let payout: Body;

/** Somebody is paid and retired before the list names them. */
beforeEach(async () => {
  screened = await startScreened();
  const { service } = screened;
  of = await liveOrganization(service);
  recipient = await addRecipient(service, of, { name: 'Jorun Tveitstad' });
  payout = await addPayout(service, of, { recipient });
  bodyOf(await service.call('DELETE', pathTo(recipient), of));
  screened.list('TVEITSTAD, Jorun');
});

const pathTo = ({ recipientId }: Body) => `/recipients/${of.organizationId}/${recipientId}`;
const read = async (path: string): Promise<Body> => bodyOf(await screened.service.get(path, of));

test('money on its way to a retired recipient that is listed since comes back', async () => {
  expect(await rescreen(screened.service)).toMatchObject({ blocked: 1 });
  await settle(screened.service);
  expect(screened.rail.calls).toEqual([]);
  expect(await read(`${pathOf(of)}/orders/${payout.payoutId}`)).toMatchObject({
    status: 'failed',
    failureCode: 'compliance_rejected',
  });
});

test('a recipient that was retired before it was blocked is retired again when its block is lifted', async () => {
  const { retiredAt } = await read(pathTo(recipient));
  await rescreen(screened.service);
  expect(await read(pathTo(recipient))).toMatchObject({ status: 'blocked', retiredAt });
  const about = { organizationId: of.organizationId, recipientId: recipient.recipientId };
  const proposal = { ...about, entries: [listedNumber], reason: 'born in another century' };
  const { proposalId } = await performed(screened.service, 'lift-block', proposal);
  const confirmation = { organizationId: of.organizationId, proposalId, decision: 'execute' };
  await performed(screened.service, 'confirm', confirmation, { operator: 'ben' });
  expect(await read(pathTo(recipient))).toMatchObject({ status: 'retired', retiredAt });
});
