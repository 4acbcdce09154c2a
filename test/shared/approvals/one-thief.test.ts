import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryTable } from '../../../local/table/memory-client.ts';
import { nameVoters } from '../../../shared/access/voters/name-voters.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { type ApiKey, apiKeyRef } from '../../../shared/identity/api-key.ts';
import { type Organization, OrganizationEntity } from '../../../shared/identity/organization.ts';
import type { Role } from '../../../shared/identity/roles.ts';
import { addRecipient, bodyOf, fundedOrganization, pathOf, settle } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { newKeyPair } from '../../support/public-keys.ts';
import { type Answer, type Credentials, TestService, type TestSession } from '../../support/service.ts';
import { setControls } from '../journal/commit/support.ts';
import { patch } from '../payouts/policy/support.ts';
import { vote } from './support.ts';

const HOUR_MS = 60 * 60 * 1000;

/** How an organization begins. Honest people do nothing: whatever is sent, one person sent it. */
interface Beginning {
  readonly thief: 'owner' | 'admin';
  readonly quorum: 1 | 2;
  /** Voters are named, the thief among them; or a policy of the release before, which names nobody; or there is none. */
  readonly policy: 'named' | 'nameless' | 'none';
}

type Action = (thief: Thief, choose: (below: number) => number) => Promise<unknown>;

/** One person, with every identity and key that they have come by. */
class Thief {
  readonly service: TestService;
  readonly of: Credentials & { readonly organizationId: string };
  readonly payee: string;
  /** Members who are somebody else, with the keys that they issued. */
  readonly others: readonly TestSession[];
  readonly theirKeys: readonly Credentials[];
  readonly identities: TestSession[];
  readonly keys: Credentials[] = [];
  readonly pending: string[] = [];

  constructor(scene: Omit<Thief, 'keys' | 'pending' | 'manage'>) {
    this.service = scene.service;
    this.of = scene.of;
    this.payee = scene.payee;
    this.others = scene.others;
    this.theirKeys = scene.theirKeys;
    this.identities = scene.identities;
  }

  manage(method: string, path: string, by: TestSession, body?: unknown): Promise<Answer> {
    return this.service.call(method, `/organizations/${this.of.organizationId}${path}`, by, { body });
  }
}

async function begin({ thief: role, quorum, policy }: Beginning): Promise<Thief> {
  const service = await TestService.start({ rateLimitOverride: 100_000 }, createMemoryTable());
  const of = await fundedOrganization(service);
  const { methods } = await addRecipient(service, of);
  const join = (as: Role) => service.member(of.organizationId, as);
  const own = await join(role);
  const others = [await join('owner'), await join('admin'), await join('operator')];
  const theirKeys = await Promise.all(
    others.slice(0, 2).map(({ userId }) => service.key(of.organizationId, { issuedBy: userId })),
  );
  const approvers = policy === 'named' ? [own, ...others].slice(0, quorum + 1).map(({ userId }) => userId) : [];
  const approvals = { threshold: 50_00n, dailyThreshold: 100_00n, quorum, approvers };
  if (policy !== 'none') await setControls(service.runtime, of.organizationId, { approvals });
  const payee = methods[0].destinationAccountId;
  return new Thief({ service, of, payee, others, theirKeys, identities: [own] });
}

const pick = <T>(list: readonly T[], choose: (below: number) => number) => list[choose(list.length)];

const actions: Readonly<Record<string, Action>> = {
  async invite(thief, choose) {
    const by = pick(thief.identities, choose) as TestSession;
    const joiner = await thief.service.person();
    const role = pick(['owner', 'admin', 'operator'], choose);
    const { body } = await thief.manage('POST', '/members', by, { email: `${joiner.userId}@example.com`, role });
    if (!body.token) return;
    await thief.manage('POST', '/members/join', joiner, { token: body.token });
    thief.identities.push(joiner);
  },
  async issue(thief, choose) {
    const { publicKey, privateKey } = newKeyPair();
    const wanted = { name: 'till', publicKey, scopes: ['read', 'write'] };
    const { body } = await thief.manage('POST', '/api-keys', pick(thief.identities, choose) as TestSession, wanted);
    await keep(thief, body, privateKey);
  },
  async rotate(thief, choose) {
    const key = pick([...thief.theirKeys, ...thief.keys], choose) as Credentials;
    const { publicKey, privateKey } = newKeyPair();
    const bySelf = thief.keys.includes(key) && choose(2) === 0;
    const by = bySelf ? key : (pick(thief.identities, choose) as TestSession);
    const { body } = await thief.service.post(`/api-keys/${key.key.id}/rotate`, by, { publicKey });
    await keep(thief, body.key ?? {}, privateKey);
  },
  async ask(thief, choose) {
    const by = pick(thief.keys, choose);
    if (!by) return;
    const amount = pick(['100.00', '40.00'], choose);
    const payout = { amount, destinationAccountId: thief.payee, reference: `r${choose(1e9)}` };
    const { body } = await thief.service.post(`${pathOf(thief.of)}/payouts`, by, payout);
    if (body.approvalId) thief.pending.push(body.approvalId);
  },
  async vote(thief, choose) {
    const approvalId = pick(thief.pending, choose);
    if (approvalId) await vote(thief.service, thief.of, approvalId, pick(thief.identities, choose) as TestSession);
  },
  async changePolicy(thief, choose) {
    const people = [...thief.identities, ...thief.others].map(({ userId }) => userId);
    const approvers = people.filter(() => choose(2) === 0);
    const rules = {
      threshold: pick(['10.00', '900.00', null], choose),
      dailyThreshold: pick(['20.00', '900.00', null], choose),
      quorum: 1 + choose(3),
      approvers,
    };
    const approvals = choose(6) === 0 ? null : rules;
    const { body } = await patch(thief.service, thief.of, pick(thief.identities, choose) as TestSession, { approvals });
    if (body.approvalId) thief.pending.push(body.approvalId);
  },
  async remove(thief, choose) {
    const [by, whom] = [pick(thief.identities, choose), pick([...thief.identities, ...thief.others], choose)];
    await thief.manage('DELETE', `/members/${whom?.userId}`, by as TestSession);
  },
  async changeRole(thief, choose) {
    const [by, whom] = [pick(thief.identities, choose), pick([...thief.identities, ...thief.others], choose)];
    const role = pick(['owner', 'admin', 'operator', 'viewer'], choose);
    await thief.manage('PATCH', `/members/${whom?.userId}`, by as TestSession, { role });
  },
  work: (thief) => settle(thief.service),
};

async function keep(
  thief: Thief,
  { id }: { readonly id?: string },
  privateKey: Credentials['privateKey'],
): Promise<void> {
  if (id) thief.keys.push({ key: (await thief.service.runtime.store.get(apiKeyRef(id))) as ApiKey, privateKey });
}

const storyFrom = (...policies: Beginning['policy'][]) =>
  fc.record({
    beginning: fc.record<Beginning>({
      thief: fc.constantFrom('owner', 'admin'),
      quorum: fc.constantFrom(1, 2),
      policy: fc.constantFrom(...policies),
    }),
    steps: fc.array(
      fc.record({
        name: fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom('invite', 'issue', 'rotate', 'ask') },
          { weight: 4, arbitrary: fc.constant('vote') },
          { weight: 3, arbitrary: fc.constantFrom('changePolicy', 'remove', 'changeRole', 'work') },
        ),
        choices: fc.array(fc.nat(1_000_000), { minLength: 16, maxLength: 16 }),
      }),
      { minLength: 15, maxLength: 40, size: 'max' },
    ),
  });

interface Sent {
  readonly amount: number;
  readonly day: string;
}

type Steps = readonly { readonly name: string; readonly choices: readonly number[] }[];

async function play(beginning: Beginning, steps: Steps): Promise<Thief> {
  const thief = await begin(beginning);
  for (const { name, choices } of steps) {
    let drawn = 0;
    const choose = (below: number) => {
      drawn += 1;
      return below === 0 ? 0 : (choices[drawn % choices.length] ?? 0) % below;
    };
    await actions[name]?.(thief, choose);
    // A millisecond tells rows of one kind apart.
    thief.service.clock.advance(1);
  }
  await settle(thief.service);
  return thief;
}

const policyOf = async ({ service, of }: Thief) => bodyOf(await service.get(`${pathOf(of)}/policy`, of));

/** Where no approvals stand, an owner sets them, and nobody is asked. */
async function firstRules({ service, of }: Thief, owner: TestSession) {
  const approvers = [owner, await service.member(of.organizationId, 'operator')].map(({ userId }) => userId);
  const rules = { threshold: '50.00', quorum: 1, approvers };
  return bodyOf(await patch(service, of, owner, { approvals: rules })).approvals;
}

describe('whatever one person does, who owns every identity that they invite', { timeout: 300_000 }, () => {
  test('nothing above the threshold, nor in a day above the daily one, is sent, and no rule is loosened, while nobody else votes', async () => {
    await fc.assert(
      fc.asyncProperty(storyFrom('named', 'nameless'), async ({ beginning, steps }) => {
        const thief = await play(beginning, steps);
        const { data } = bodyOf(await thief.service.get(`${pathOf(thief.of)}/orders?limit=100`, thief.of));
        const sent: Sent[] = data.map(({ sourceAmount, createdAt }: Record<'sourceAmount' | 'createdAt', string>) => ({
          amount: Number(sourceAmount),
          day: createdAt.slice(0, 10),
        }));
        for (const { amount } of sent) expect(amount).toBeLessThanOrEqual(50);
        for (const ofDay of Map.groupBy(sent, ({ day }) => day).values()) {
          expect(ofDay.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(100);
        }
        const { approvals } = await policyOf(thief);
        expect(Number(approvals.threshold ?? Number.NaN)).toBeLessThanOrEqual(50);
        expect(Number(approvals.dailyThreshold ?? Number.NaN)).toBeLessThanOrEqual(100);
        expect(approvals.quorum).toBeGreaterThanOrEqual(beginning.quorum);
      }),
      { numRuns: 100 },
    );
  });

  test('the policy can be tightened, and operators can name voters again', async () => {
    await fc.assert(
      fc.asyncProperty(storyFrom('named', 'nameless', 'none'), async ({ beginning, steps }) => {
        const thief = await play(beginning, steps);
        const { service, of } = thief;
        const { organizationId } = of;
        // As whatever makes members does first.
        await nameVoters(
          service.runtime,
          (await service.runtime.store.get(refTo(OrganizationEntity, { organizationId }))) as Organization,
        );
        const owner = await service.member(organizationId, 'owner');
        const approvals = (await policyOf(thief)).approvals ?? (await firstRules(thief, owner));
        const tighter = bodyOf(await patch(service, of, owner, { approvals: { ...approvals, threshold: '1.00' } }));
        expect(tighter.approvals.threshold).toBe('1.00');
        const more = [owner];
        while (more.length <= approvals.quorum) more.push(await service.member(of.organizationId, 'operator'));
        const approvers = more.map(({ userId }) => userId);
        const input = { organizationId: of.organizationId, approvers, reason: 'locked out' };
        const { approvalId } = await performed(service, 'reset-approvers', input, { operator: 'ada' });
        // The thief may own an owner, who stops it once.
        for (const identity of thief.identities) await vote(service, of, approvalId, identity, 'reject');
        const { status } = bodyOf(await service.get(`${pathOf(of)}/payouts/approvals?limit=1`, of)).data[0];
        if (status === 'rejected') {
          service.clock.advance(1);
          const second = await performed(service, 'reset-approvers', input, { operator: 'ada' });
          await performed(service, 'reset-approvers', input, { operator: 'ben' });
          for (const identity of thief.identities) await vote(service, of, second.approvalId, identity, 'reject');
        }
        await settle(service);
        for (let looks = 0; looks < 2; looks += 1) {
          service.clock.advance(72 * HOUR_MS);
          await settle(service);
        }
        expect((await policyOf(thief)).approvals).toMatchObject({ approvers, threshold: '1.00' });
      }),
      { numRuns: 20 },
    );
  });
});
