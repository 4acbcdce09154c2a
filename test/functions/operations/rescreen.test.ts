import { beforeEach, describe, expect, test } from 'vitest';
import { readArguments } from '../../../operator/arguments.ts';
import { runCommand } from '../../../operator/run.ts';
import { lateSendMs } from '../../../shared/payouts/lifecycle/refused-by-screening.ts';
import { approvalOf, balanceOf, vote, work } from '../../shared/approvals/support.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { auditRows, expectError, storedItems } from '../../support/answers.ts';
import { lostAnswer } from '../../support/faults.ts';
import {
  accept,
  addPayout,
  addQuote,
  addRecipient,
  bodyOf,
  deliver,
  expectSoundBooks,
  pathOf,
  readFeed,
  readLedger,
  recipientBody,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import type { Answer } from '../../support/service.ts';
import { act, advance, fatesOf, linesTo, submitted } from '../batches/support.ts';
import { listedNumber, liveOrganization, rescreen, type ScreenedService, startScreened } from './screened-service.ts';

type Body = Answer['body'];

let screened: ScreenedService;
let service: ScreenedService['service'];
let of: TestOrganization;
let recipient: Body;

beforeEach(async () => {
  screened = await startScreened();
  service = screened.service;
  of = await liveOrganization(service);
  recipient = await addRecipient(service, of, { name: 'Jorun Tveitstad', serial: 1 });
});

const listIt = () => screened.list('TVEITSTAD, Jorun');

async function statusOf({ recipientId }: Body = recipient): Promise<string> {
  const { data } = bodyOf(await service.get(`/recipients/${of.organizationId}`, of));
  return data.find((one: Body) => one.recipientId === recipientId).status;
}

async function order({ payoutId }: Body): Promise<Body> {
  return bodyOf(await service.get(`${pathOf(of)}/orders/${payoutId}`, of));
}

/** What a command prints and notes, and its exit code. */
async function ran(...args: readonly string[]) {
  const wanted = readArguments([...args]);
  if (typeof wanted === 'string') throw new Error(wanted);
  const [printed, noted]: [string[], string[]] = [[], []];
  const target = {
    name: 'the test',
    seal: async (text: string) => text,
    perform: (operation: string, { input }: { readonly input: unknown }) => perform(service, operation, input),
  };
  const terminal = {
    print: (line: string) => void printed.push(line),
    note: (line: string) => void noted.push(line),
    confirm: undefined,
  };
  return { code: await runCommand(wanted, target, terminal), printed, noted };
}

const hintAt = ({ payoutId }: Body) => ({
  kind: 'rails' as const,
  organizationId: of.organizationId,
  resourceId: payoutId,
  dueAt: service.clock.now,
});

describe('a run against the list of now', () => {
  test('blocks a recipient that is listed since, names it, and audits who had it blocked', async () => {
    const other = await addRecipient(service, of, { serial: 2 });
    expect(await rescreen(service)).toEqual({ findings: [], screened: 2, blocked: 0 });
    listIt();
    const finding = `${of.organizationId}: ${recipient.recipientId} "Jorun Tveitstad" is blocked`;
    expect(await rescreen(service)).toEqual({ findings: [finding], screened: 2, blocked: 1 });
    expect([await statusOf(), await statusOf(other)]).toEqual(['blocked', 'active']);
    const rows = (await auditRows(service, of)).filter(({ action }) => action === 'recipient.block');
    expect(rows).toMatchObject([
      { resourceId: recipient.recipientId, actorUserId: 'operator:ada', outcome: 'succeeded' },
    ]);
  });

  test('says a blocked recipient once, and changes nothing the second time', async () => {
    listIt();
    await rescreen(service);
    const before = await storedItems(service);
    expect(await rescreen(service)).toEqual({ findings: [], screened: 0, blocked: 0 });
    expect(await storedItems(service)).toEqual(before);
  });

  test('leaves recipients of the sandbox as they are', async () => {
    const sandbox = await service.organization();
    await addRecipient(service, sandbox, { name: 'Jorun Tveitstad' });
    listIt();
    expect(await rescreen(service)).toMatchObject({ screened: 1, blocked: 1 });
  });

  test('goes on from where another ended, part by part, and counts on', async () => {
    for (let serial = 2; serial < 302; serial += 1) {
      await addRecipient(service, of, { serial, name: serial % 150 === 0 ? 'Jorun Tveitstad' : 'Ana Souza' });
    }
    listIt();
    const first = await performed(service, 'rescreen', {});
    expect(first).toMatchObject({ screened: expect.any(Number), progress: { screened: first.screened } });
    expect(first.screened).toBeGreaterThanOrEqual(100);
    const rest = await rescreen(service, first.progress);
    expect(rest).toMatchObject({ screened: 301, blocked: 3 });
    expect([...first.findings, ...rest.findings]).toHaveLength(3);
  });

  test('blocks nobody while the list cannot be read, and goes on once it can', async () => {
    listIt();
    screened.source.current = new Error('access denied');
    expectRefusal(await perform(service, 'rescreen', {}), 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE');
    expect(await statusOf()).toBe('active');
    listIt();
    expect(await rescreen(service)).toMatchObject({ blocked: 1 });
  });

  test('is told as it goes, and goes on by its command from the position that it printed last', async () => {
    for (let serial = 2; serial < 302; serial += 1) await addRecipient(service, of, { serial });
    listIt();
    const { code, printed, noted } = await ran('rescreen', '--yes');
    expect(code).toBe(1);
    const finding = `${of.organizationId}: ${recipient.recipientId} "Jorun Tveitstad" is blocked`;
    expect(printed).toEqual([finding]);
    expect(noted).toContain(finding);
    expect(noted.at(-1)).toBe('301 screened, 1 blocked; this part ended at: the end');
    const [, position = ''] = /--from (\S+)$/.exec(noted.find((line) => line.includes('--from')) ?? '') ?? [];
    const rest = await ran('rescreen', '--from', position, '--yes');
    expect(rest.noted.length).toBeLessThan(noted.length);
    expect(rest.noted.at(-1)).toMatch(/^30[01] screened, \d blocked; this part ended at: the end$/);
    await expect(ran('rescreen', '--from', 'nowhere', '--yes')).rejects.toThrow('--from: is not a position');
  });

  test('refuses a position that is none', async () => {
    for (const progress of [{}, { after: {}, screened: 1, blocked: 0 }, 'x', { after: { pk: 1, sk: 'a' } }]) {
      expectRefusal(await perform(service, 'rescreen', { progress }), 'VALIDATION_ERROR');
    }
  });
});

describe('money on its way to a recipient that is blocked', () => {
  test('comes back if no rail was sent it: the payout fails as compliance_rejected', async () => {
    const queued = await addPayout(service, of, { recipient });
    listIt();
    await rescreen(service);
    await settle(service);
    expect(screened.rail.calls).toEqual([]);
    expect(await order(queued)).toMatchObject({
      status: 'failed',
      failureCode: 'compliance_rejected',
      fundsReturned: true,
    });
    expect(await balanceOf(service, of)).toEqual({ available: '1000.00', held: '0.00' });
    expect((await readFeed(service, of, `payoutId=${queued.payoutId}`)).map(({ type }) => type)).toEqual([
      'payout.pending',
      'payout.failed',
    ]);
    await expectSoundBooks(service, of);
  });

  test('goes on if its rail has it', async () => {
    const sent = await addPayout(service, of, { recipient });
    await deliver(service, [hintAt(sent)]);
    listIt();
    await rescreen(service);
    await settle(service);
    expect(await order(sent)).toMatchObject({ status: 'completed' });
    expect(screened.rail.payments.get(sent.payoutId)).toBe(1);
  });

  test('goes on if its rail has it and nobody heard so', async () => {
    const sent = await addPayout(service, of, { recipient });
    screened.rail.around = async (_call, answer) => {
      await answer();
      throw lostAnswer();
    };
    await deliver(service, [hintAt(sent)]);
    screened.rail.around = (_call, answer) => answer();
    listIt();
    await rescreen(service);
    await settle(service);
    expect(await order(sent)).toMatchObject({ status: 'completed' });
    expect(screened.rail.callsOf(sent.payoutId).filter((method) => method === 'submit')).toHaveLength(1);
  });

  test('waits for a send that may be on its way, and is not given back where that arrives', async () => {
    const payout = await addPayout(service, of, { recipient });
    let arrive: (() => Promise<unknown>) | undefined;
    screened.rail.around = async ({ method }, answer) => {
      if (method === 'status') return answer();
      arrive = answer;
      throw new Error('no answer');
    };
    await deliver(service, [hintAt(payout)]);
    listIt();
    await rescreen(service);
    service.clock.advance(10_000);
    await deliver(service, [hintAt(payout)]);
    expect(await order(payout)).toMatchObject({ status: 'pending' });
    await arrive?.();
    await settle(service);
    expect(await order(payout)).toMatchObject({ status: 'completed' });
    expect(await balanceOf(service, of)).toMatchObject({ available: '900.00' });
  });

  test('is given back after that wait, where nothing has arrived', async () => {
    const payout = await addPayout(service, of, { recipient });
    screened.rail.around = async ({ method }, answer) => {
      if (method === 'status') return answer();
      throw new Error('no connection');
    };
    await deliver(service, [hintAt(payout)]);
    listIt();
    await rescreen(service);
    const blockedAt = service.clock.now;
    await settle(service);
    expect(await order(payout)).toMatchObject({ status: 'failed', failureCode: 'compliance_rejected' });
    expect(service.clock.now).toBeGreaterThanOrEqual(blockedAt + lateSendMs);
    expect(screened.rail.callsOf(payout.payoutId).filter((method) => method === 'submit')).toHaveLength(1);
    expect(await balanceOf(service, of)).toMatchObject({ available: '1000.00' });
  });

  test('is not sent by the leave to resend: an operator who knows that it was not paid has it given back', async () => {
    const payout = await addPayout(service, of, { recipient });
    screened.rail.around = async () => {
      throw new Error('no connection');
    };
    await deliver(service, [hintAt(payout)]);
    screened.rail.around = (_call, answer) => answer();
    listIt();
    await rescreen(service);
    service.clock.advance(screened.rail.rememberKeysForMs);
    await deliver(service, [hintAt(payout)]);
    expect(await order(payout)).toMatchObject({ status: 'pending' });
    const { organizationId } = of;
    const resend = { organizationId, payoutId: payout.payoutId, reason: 'the rail never had it' };
    await performed(service, 'resend', resend, { idempotencyKey: 'resend' });
    await settle(service);
    expect(await order(payout)).toMatchObject({ status: 'failed', failureCode: 'compliance_rejected' });
    expect(screened.rail.payments.size).toBe(0);
    await expectSoundBooks(service, of);
  });

  test('is not taken any more: not for a quote, and not without one', async () => {
    const quote = await addQuote(service, of, recipient);
    listIt();
    await rescreen(service);
    expectError(await accept(service, of, quote), 'PAYOUT_REFUSED');
    expectError(await sendPayout(service, of, recipient), 'PAYOUT_REFUSED');
    expect(await readLedger(service, of)).toHaveLength(1);
  });

  test('is released by an approval that gets its votes, which fails', async () => {
    const voters = [await service.member(of.organizationId, 'admin'), await service.member(of.organizationId, 'admin')];
    await setControls(service.runtime, of.organizationId, {
      approvals: { threshold: 50_00n, quorum: 1, approvers: [] },
    });
    const { approvalId } = bodyOf(await sendPayout(service, of, recipient), 202);
    listIt();
    await rescreen(service);
    bodyOf(await vote(service, of, approvalId, voters[1] as never));
    await work(service, of, approvalId);
    expect(await approvalOf(service, of, approvalId)).toMatchObject({
      status: 'failed',
      failureReason: 'PAYOUT_REFUSED',
    });
    expect(await balanceOf(service, of)).toEqual({ available: '1000.00', held: '0.00' });
    await expectSoundBooks(service, of);
  });

  test('is not debited for the lines of a run that are not created yet; other lines are', async () => {
    const other = await addRecipient(service, of, { serial: 2 });
    const lines = [recipient, other, recipient, other].map(({ methods: [{ destinationAccountId }] }, index) => ({
      ...linesTo(recipient, 4)[index],
      destinationAccountId,
    }));
    const batch = await submitted(service, of, lines, { autoCommit: false });
    await advance(service, of, batch);
    listIt();
    await rescreen(service);
    bodyOf(await act(service, of, batch, 'confirm', of));
    await settle(service);
    expect(await fatesOf(service, of, batch)).toEqual({ created: 2, 'create_failed PAYOUT_REFUSED': 2 });
    expect(await balanceOf(service, of)).toMatchObject({ available: '980.00' });
    await expectSoundBooks(service, of);
  });
});

describe('lifting a block', () => {
  const proposal = (more: object = {}) => ({
    organizationId: of.organizationId,
    recipientId: recipient.recipientId,
    entries: [listedNumber],
    reason: 'born in another century',
    ...more,
  });
  const confirm = (proposalId: string, operator = 'ben') =>
    perform(service, 'confirm', { organizationId: of.organizationId, proposalId, decision: 'execute' }, { operator });

  beforeEach(async () => {
    listIt();
    await rescreen(service);
  });

  async function lift(more: object = {}): Promise<void> {
    const { proposalId } = await performed(service, 'lift-block', proposal(more));
    expect((await confirm(proposalId)).error).toBeUndefined();
  }

  test('takes two operators, whatever one of them may move alone, and keeps the reason', async () => {
    const proposed = await performed(service, 'lift-block', proposal());
    expect(proposed).toMatchObject({ status: 'open', operation: 'lift-block', input: proposal() });
    expect(await statusOf()).toBe('blocked');
    expectRefusal(await confirm(proposed.proposalId, 'ada'), 'FORBIDDEN');
    expect(await statusOf()).toBe('blocked');
    expect((await confirm(proposed.proposalId)).result).toMatchObject({
      status: 'executed',
      decidedBy: 'operator:ben',
      input: { reason: 'born in another century' },
      result: { recipientId: recipient.recipientId, status: 'active', cleared: [listedNumber] },
    });
    expect(await statusOf()).toBe('active');
    const lifted = (await auditRows(service, of)).filter(({ resourceId }) => resourceId === proposed.proposalId);
    expect(lifted.map(({ action, actorUserId }) => `${action} ${actorUserId}`).sort()).toEqual([
      'operation.confirm operator:ben',
      'recipient.lift_block operator:ada',
    ]);
  });

  test('lets it be paid again, and the next run leaves it alone for the same entry', async () => {
    await lift();
    expect(await rescreen(service)).toMatchObject({ findings: [], screened: 1, blocked: 0 });
    const payout = await addPayout(service, of, { recipient });
    await settle(service);
    expect(await order(payout)).toMatchObject({ status: 'completed' });
  });

  test('holds for that entry only: another one that the name resembles blocks it again', async () => {
    await lift();
    screened.list('TVEITSTAD, Jorun', { number: 990_777, name: 'TVEITSTAD, Jorun', type: 'individual' });
    expect(await rescreen(service)).toMatchObject({ blocked: 1 });
    await lift({ entries: [990_777] });
    expect(await rescreen(service)).toMatchObject({ blocked: 0 });
  });

  test('holds for that name and account only', async () => {
    await lift();
    const create = (options: object) => service.post(`/recipients/${of.organizationId}`, of, body(options));
    const body = ({ serial, name = 'Jorun Tveitstad' }: { serial?: number; name?: string }) => ({
      type: 'individual',
      name,
      country: 'DE',
      method: { ...recipientMethod(serial) },
    });
    expectError(await create({ serial: 7 }), 'PAYOUT_REFUSED');
    expectError(await create({ serial: 8, name: 'Tveitstad Jorun' }), 'PAYOUT_REFUSED');
    expect(await rescreen(service)).toMatchObject({ blocked: 0 });
  });

  test('is refused for what is not blocked or not there, or names no entry or reason', async () => {
    const other = await addRecipient(service, of, { serial: 2 });
    const refusal = async (more: object) => perform(service, 'lift-block', proposal(more));
    expectRefusal(await refusal({ recipientId: other.recipientId }), 'CONFLICT');
    expectRefusal(await refusal({ recipientId: 'rcp_none' }), 'NOT_FOUND');
    for (const faulty of [
      { entries: [] },
      { entries: [0] },
      { entries: ['x'] },
      { reason: '' },
      { reason: undefined },
    ]) {
      expectRefusal(await refusal(faulty), 'VALIDATION_ERROR');
    }
  });

  test('asked for twice is one proposal; asked for otherwise it is refused while that is open', async () => {
    const { proposalId } = await performed(service, 'lift-block', proposal());
    expect(await performed(service, 'lift-block', proposal(), { operator: 'ben' })).toMatchObject({ proposalId });
    expectRefusal(await perform(service, 'lift-block', proposal({ entries: [1] })), 'CONFLICT');
  });

  test('registers the account first, and changes nothing where that is refused', async () => {
    const refused = bodyOf(
      await service.post(`/recipients/${of.organizationId}`, of, {
        type: 'individual',
        name: 'Jorun Tveitstad',
        country: 'DE',
        method: recipientMethod(9),
      }),
      422,
    );
    expect(refused.type).toBe('PAYOUT_REFUSED');
    const { data } = bodyOf(await service.get(`/recipients/${of.organizationId}`, of));
    const { recipientId } = data[0];
    const registered: string[] = [];
    let answer: 'registered' | 'unavailable' = 'unavailable';
    const register = async ({ name }: { name: string }) => {
      registered.push(name);
      return answer;
    };
    const rails = () => ({ ...screened.rails(), registration: { sandbox: { register } } });
    const on = service.process((_call, send) => send(), { rails });
    const { proposalId } = await performed(service, 'lift-block', proposal({ recipientId }));
    const input = { organizationId: of.organizationId, proposalId, decision: 'execute' };
    expectRefusal(await perform(on, 'confirm', input, { operator: 'ben' }), 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE');
    expect(await statusOf({ recipientId })).toBe('blocked');
    answer = 'registered';
    await performed(on, 'confirm', input, { operator: 'ben' });
    expect(await statusOf({ recipientId })).toBe('active');
    expect(registered).toEqual(['Jorun Tveitstad', 'Jorun Tveitstad']);
  });
});

const recipientMethod = (serial = 1) => recipientBody({ serial }).method;
