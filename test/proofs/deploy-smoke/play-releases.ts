import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Commands } from '../../../scripts/support/commands.ts';
import { say } from '../../../scripts/support/say.ts';
import { type Assembly, deployStacks, type Template } from './assembly.ts';
import { clientOf } from './client.ts';
import type { Deployed } from './deploy.ts';
import { expireApproval, requestApproval } from './expire-approval.ts';
import type { Journey } from './journey.ts';
import type { Cloud } from './ministack.ts';
import { checkBooks, createCustomer, findSweep } from './operator.ts';
import { Payer, type Phase } from './payout-load.ts';
import { sweepUntil } from './sweep-until.ts';

/** The longest that a payout may take in the emulator on a busy machine. */
const phaseTimeoutMs = 60_000;
const payerNames = ['payer-one', 'payer-two'];

export interface Play {
  readonly commands: Commands;
  readonly cloud: Cloud;
  readonly deployed: Deployed;
  readonly journey: Journey;
  readonly before: Assembly;
  /** This release, as it is deployed at the end: the edge sends the origin secret that the rotation made. */
  readonly now: Assembly;
}

/**
 * Rolls back to the release before and deploys this one again, stack after stack, while organizations pay. In every
 * mixture of the two a payout must be made by the one that serves calls and moved by the one that works; at the end
 * each was paid once. Operations are called of this release alone, because an operator's command goes with its release.
 */
export async function playReleases(play: Play): Promise<void> {
  const { cloud, deployed, journey, before, now } = play;
  say(`the code of ${differentFunctions(before, now)} functions differs between the releases`);
  let phase: Phase | undefined;
  const customers = await inTurn(payerNames, (name) => createCustomer(cloud, deployed, name));
  const failures: string[] = [];
  const onAnswer = (answer: Response) => void noteFailure(answer, failures);
  const { edgeHeaders } = journey;
  const clients = customers.map((customer) => clientOf(cloud, deployed, customer, { edgeHeaders, onAnswer }));
  const payers = clients.map((sluice) => new Payer(sluice, () => phase));
  const stop = new AbortController();
  const paying = Promise.all(payers.map((payer) => payer.run(stop.signal)));
  // Heard of at the next wait.
  paying.catch(() => {});
  const during = async (name: string) => {
    phase = { name };
    await Promise.race([paidWithin(payers, phase), paying]);
    say(`a payout was made and moved: ${name}`);
  };
  const deploying = async (assembly: Assembly, stacks?: readonly string[]) => {
    phase = undefined;
    await Promise.race([deployStacks(play.commands, cloud, assembly, stacks), paying]);
    const by = assembly === now ? 'this release' : 'the release before';
    say(`${stacks ? stacks.length : 'all'} stacks are deployed by ${by}`);
  };
  const [calls, work] = [commonStacks(before, now, 'calls'), commonStacks(before, now, 'work')];
  try {
    await during('this release alone');
    await deploying(before, calls);
    await during('calls by the release before, work by this release');
    const approval = await requestApproval(cloud, deployed, journey);
    await deploying(before, work);
    await during('the release before alone');
    await deploying(now, calls);
    await during('calls by this release, work by the release before');
    await deploying(now);
    await during('this release alone, again');
    await expireApproval(cloud, deployed, journey, approval);
  } finally {
    stop.abort();
  }
  await Promise.all([paying, sweepUntil(paying, await findSweep(cloud))]);
  await inTurn(payers, (payer) => payer.expectEverythingPaidOnce());
  for (const customer of [...customers, journey.customer]) {
    assert.deepEqual(await checkBooks(cloud, deployed, customer), []);
  }
  say('books are sound');
  const byFunctions = failures.filter((failure) => failure.includes('"requestId"'));
  say(`calls that were repeated: ${failures.length}, of which a function answered ${byFunctions.length}`);
  for (const failure of new Set(byFunctions)) say(failure);
}

/** The stacks whose functions answer callers, and those whose functions do what is due. */
type Kind = 'calls' | 'work';

const signs: Readonly<Record<Kind, string>> = {
  calls: 'AWS::ApiGatewayV2::Integration',
  work: 'AWS::Lambda::EventSourceMapping',
};

/** Those that both releases have: one that is new stays as it is in a rollback. */
function commonStacks(before: Assembly, now: Assembly, kind: Kind): string[] {
  const typesIn = ({ Resources = {} }: Template) => Object.values(Resources).map(({ Type }) => Type);
  const found = [...before.templates].filter(([name, template]) => {
    return now.templates.has(name) && typesIn(template).includes(signs[kind]);
  });
  assert.ok(found.length > 0, `no stack has a ${signs[kind]}`);
  return found.map(([name]) => name);
}

function differentFunctions(before: Assembly, now: Assembly): number {
  const codeIn = ({ templates }: Assembly) =>
    [...templates.values()].flatMap(({ Resources = {} }) =>
      Object.entries(Resources)
        .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
        .map(([id, { Properties }]) => `${id} ${JSON.stringify((Properties as { Code?: unknown }).Code)}`),
    );
  const known = new Set(codeIn(before));
  return codeIn(now).filter((code) => !known.has(code)).length;
}

async function paidWithin(payers: readonly Payer[], phase: Phase): Promise<void> {
  const deadline = Date.now() + phaseTimeoutMs;
  while (!payers.every((payer) => payer.hasPaidWithin(phase))) {
    if (Date.now() > deadline)
      throw new Error(`no payout was made and completed in ${phaseTimeoutMs / 1000} s: ${phase.name}`);
    await sleep(100);
  }
}

/**
 * MiniStack ends the calls of a function that it updates, where AWS lets them end. The client repeats them; a call that
 * fails for good fails the proof.
 */
async function noteFailure(answer: Response, failures: string[]): Promise<void> {
  if (answer.status < 500) return;
  failures.push(`${answer.status} ${(await answer.text()).slice(0, 300)}`);
}

async function inTurn<Item, Result>(items: readonly Item[], step: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await step(item));
  return results;
}
