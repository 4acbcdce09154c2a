import { describe, expect, test } from 'vitest';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { storedItems } from '../../../support/answers.ts';
import { crashAt } from '../../../support/crash.ts';
import { createTestTable } from '../../../support/dynamodb.ts';
import { type Intercept, lostAnswer, wrap } from '../../../support/faults.ts';
import { findingsOf } from '../../../support/findings-of.ts';
import { bodyOf, readFeed, readLedger } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { guarded, vote, work } from '../../approvals/support.ts';
import { linksOf, payeeOf, startLinks } from './support.ts';

/** A call of the claim, and what becomes of it and of the process. */
interface Fault {
  readonly intercept: Intercept;
  /** Resolves where the process dies. */
  readonly died?: Promise<unknown>;
  /** How many calls were made. */
  readonly calls: () => number;
}

type MakeFault = (call: number) => Fault;

function dying(moment: 'before' | 'after'): MakeFault {
  return (call) => {
    const { intercept, crashed } = crashAt({ call, moment });
    let calls = 0;
    const counting: Intercept = (...args) => {
      calls += 1;
      return intercept(...args);
    };
    return { intercept: counting, died: crashed, calls: () => calls };
  };
}

/** The call takes effect, and its answer is lost. The process goes on. */
const losing: MakeFault = (call) => {
  let calls = 0;
  const intercept: Intercept = async (_call, send) => {
    calls += 1;
    const answer = await send();
    if (calls === call) throw lostAnswer();
    return answer;
  };
  return { intercept, calls: () => calls };
};

/** @returns whether the claim came to its end before the faulty call */
async function claimWith(make: MakeFault, call: number): Promise<boolean> {
  const table = await createTestTable();
  const service = await TestService.start({}, table);
  const links = await startLinks(service);
  const { payoutLinkId } = await links.create();
  const priced = await payeeOf(service, links, payoutLinkId).price();
  const sealed = priced.kind === 'priced' ? priced.sealedPrice : '';
  const { intercept, died, calls } = make(call);
  const store = createStore({ ...table, client: wrap(table.client, intercept) });
  const faulty = { ...service, runtime: { ...service.runtime, store } } as unknown as TestService;
  const claim = payeeOf(faulty, linksOf(faulty, links.of), payoutLinkId).claim(sealed);
  await Promise.race([claim.catch(() => undefined), died ?? claim.catch(() => undefined)]);
  const isEnded = calls() < call;

  const again = await payeeOf(service, links, payoutLinkId).finish();
  expect(again).toMatchObject({ kind: 'claimed' });
  expect(await payeeOf(service, links, payoutLinkId, 'other').finish()).toEqual({ kind: 'unusable' });
  const rows = (await readLedger(service, links.of)).map(({ type }) => type);
  expect(rows).toEqual(['deposit', 'hold', 'hold_release', 'payout']);
  const types = (await readFeed(service, links.of)).map(({ type }) => type).slice(1);
  expect(types).toEqual(['payout_link.created', 'payout_link.claimed', 'payout.pending']);
  expect(await findingsOf(service, links.of)).toEqual([]);
  return isEnded;
}

/** The same of a claim above a threshold that was set since. @returns whether it came to its end before the faulty call */
async function askWith(make: MakeFault, call: number): Promise<boolean> {
  const table = await createTestTable();
  const service = await TestService.start({}, table);
  const { of, rules, control, voter } = await guarded(service);
  const links = linksOf(service, of);
  await control({ approvals: undefined });
  const { payoutLinkId } = await links.create();
  await control({ approvals: rules });
  const { intercept, died, calls } = make(call);
  const store = createStore({ ...table, client: wrap(table.client, intercept) });
  const faulty = { ...service, runtime: { ...service.runtime, store } } as unknown as TestService;
  const claim = payeeOf(faulty, linksOf(faulty, of), payoutLinkId).finish();
  await Promise.race([claim.catch(() => undefined), died ?? claim.catch(() => undefined)]);
  const isEnded = calls() < call;

  const payee = payeeOf(service, links, payoutLinkId);
  expect(await payee.finish()).toEqual({ kind: 'later', code: 'pending_approval' });
  const { approvalId = '', waitingFor } = await links.get(payoutLinkId);
  expect(waitingFor?.code).toBe('pending_approval');
  expect(await storedItems(service, 'approval')).toHaveLength(1);
  bodyOf(await vote(service, of, approvalId, voter(0)));
  await work(service, of, approvalId);
  expect(await payee.finish()).toMatchObject({ kind: 'claimed', payout: { approvalId } });
  const rows = (await readLedger(service, of)).map(({ type }) => type);
  expect(rows).toEqual(['deposit', 'hold', 'hold_release', 'payout']);
  expect(await findingsOf(service, of)).toEqual([]);
  return isEnded;
}

describe('a claim', () => {
  test.each([
    ['dies before each of its calls', dying('before')],
    ['dies after each of its calls', dying('after')],
    ['loses the answer of each of its calls', losing],
  ])('that %s pays once, when the same browser submits it again', async (_, make) => {
    let call = 1;
    while (!(await claimWith(make, call))) call += 1;
    expect(call).toBeGreaterThan(4);
  });

  test.each([
    ['dies before each of its calls', dying('before')],
    ['dies after each of its calls', dying('after')],
    ['loses the answer of each of its calls', losing],
  ])('that has to ask for a vote and %s asks once, and is paid once', async (_, make) => {
    let call = 1;
    while (!(await askWith(make, call))) call += 1;
    expect(call).toBeGreaterThan(4);
  });
});
