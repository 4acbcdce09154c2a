import { beforeAll, beforeEach, expect, test } from 'vitest';
import { setControls } from '../../../test/shared/journal/commit/support.ts';
import { TestService } from '../../../test/support/service.ts';
import { type Paying, startPaying } from './support/paying.ts';
import { type Ended, runCli } from './support/run-cli.ts';

let service: TestService;
let paying: Paying;

beforeAll(async () => {
  service = await TestService.start();
});
beforeEach(async () => {
  paying = await startPaying(service);
  return () => paying[Symbol.asyncDispose]();
});

const run = (...args: string[]): Promise<Ended> => runCli(['payout-links', ...args, ...paying.connection]);
const create = (...args: string[]) => run('create', '50.00', 'USD', '--reference', 'prize', ...args);

test('the same command makes one link, and prints its address every time', async () => {
  const first = await create('--note', 'First prize', '--countries', 'DE, GB');
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^https:\S+\/p\/payout\/\S+\n$/) });
  expect((await create('--note', 'First prize', '--countries', 'DE, GB')).out).toBe(first.out);
  const { code, out, err } = await create('--note', 'Second prize');
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('Use a new idempotency key');
  const listed = (await run('list', '--json')).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(listed).toMatchObject([{ amount: '50.00', note: 'First prize', countries: ['DE', 'GB'] }]);
});

test('a link is renewed, canceled and listed', async () => {
  const { payoutLinkId, url } = JSON.parse((await create('--json')).out);
  const { out } = await run('renew', payoutLinkId);
  expect(out).toMatch(/^https:\S+\n$/);
  expect(out).not.toContain(url);
  expect((await run('cancel', payoutLinkId)).out).toBe(`${payoutLinkId}\tcanceled\t50.00 USD\tprize\n`);
  expect((await run('list', '--status', 'open')).out).toBe('');
  expect((await run('list', '--reference', 'prize')).out).toContain('canceled');
});

test('a link that somebody has to vote on ends with code 3, and prints no address', async () => {
  const { organizationId } = paying.of;
  const members = [await service.member(organizationId, 'owner'), await service.member(organizationId, 'operator')];
  const approvals = { threshold: 1n, quorum: 1, approvers: members.map(({ userId }) => userId) };
  await setControls(service.runtime, organizationId, { approvals });
  const asked = await create('--payee-name', 'Grace Hopper', '--payee-email', 'grace@example.com');
  expect(asked).toMatchObject({ code: 3, out: '' });
  expect(asked.err).toContain('apr_');
});

test('a refusal is told with what to do about it', async () => {
  const { code, err } = await run('create', '1000000.00', 'USD', '--reference', 'much');
  expect(code).toBe(1);
  expect(err).toMatch(/INSUFFICIENT_BALANCE|balance|Request req_/);
});
