import type { AnyOperation, OperationAnswer } from '../../../../shared/contract/operation.ts';
import { stageOrganizationId } from '../../../../shared/identity/stage.ts';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { Invocation } from './invocation.ts';
import type { Organization } from './scene.ts';
import type { SimulatedService } from './service.ts';
import type { Stage } from './stage.ts';

/** One time that an operator called an operation. */
export interface OperatorCall {
  readonly name: string;
  readonly input: unknown;
  readonly invocation: Invocation;
  /** Absent when the service died. */
  answer?: OperationAnswer;
}

interface Surroundings {
  readonly stage: Stage;
  readonly faults: FaultPlan;
  readonly service: SimulatedService;
  /** What operators ever called. */
  readonly operatorCalls: OperatorCall[];
  operation(name: string): AnyOperation;
}

const pauseMs = 2_000;

/** One of the platform's operators, at the command line. */
export class Operator {
  readonly #world: Surroundings;
  readonly #identity: string;

  constructor(world: Surroundings, identity: string) {
    this.#world = world;
    this.#identity = identity;
  }

  /**
   * Credits a transfer of which the bank has told. Where it takes a second operator, one confirms, or rejects, or both
   * at once.
   */
  async credit({ organizationId }: Organization, transfer: Organization['transfers'][number], dice: Dice) {
    const input = { organizationId, currency: 'USD', ...transfer };
    const answer = await this.#perform('credit-payment', input, 1 + dice.below(3));
    const proposalId = proposalOf(answer);
    if (proposalId === undefined || dice.chance(0.1)) return;
    const second = new Operator(this.#world, dice.chance(0.9) ? 'bob' : this.#identity);
    const decisions = dice.pick([['execute'], ['execute'], ['execute', 'execute'], ['execute', 'reject'], ['reject']]);
    await Promise.all(
      (decisions ?? []).map((decision) => second.#perform('confirm', { organizationId, proposalId, decision }, 2)),
    );
  }

  /** Lets a blocked payee be paid again, once another operator agrees. */
  async liftBlock({ organizationId }: Organization, recipientId: string): Promise<void> {
    const input = { organizationId, recipientId, entries: [1], reason: 'born in another year' };
    const proposalId = proposalOf(await this.#perform('lift-block', input, 3));
    if (proposalId === undefined) return;
    const second = new Operator(this.#world, 'bob');
    await second.#perform('confirm', { organizationId, proposalId, decision: 'execute' }, 3);
  }

  /** Changes something about a connection; another operator confirms what takes two. */
  async changeConnection(change: object): Promise<void> {
    const proposalId = proposalOf(await this.#perform('connections', change, 3));
    if (proposalId === undefined) return;
    const second = new Operator(this.#world, 'bob');
    await second.#perform('confirm', { organizationId: stageOrganizationId, proposalId, decision: 'execute' }, 3);
  }

  /** Has parked transfers to the address of a payout judged once more. */
  async judge(organizationId: string, payoutId: string): Promise<void> {
    await this.#perform('judge-transfers', { organizationId, payoutId, reason: 'the list has changed' }, 3);
  }

  /** Asks whether an organization's books add up. @returns what does not */
  async check({ organizationId, label }: Organization): Promise<string[]> {
    const findings = await this.#pages('check', { organizationId });
    return findings.map((finding) => `ops check finds in the books of ${label}: ${finding}`);
  }

  /** Compares what the rails have with a table that was restored. @returns what is unsettled */
  restoreCheck(sinceMs: number, wish: { readonly settle?: true; readonly release?: true }): Promise<string[]> {
    return this.#pages('restore-check', { since: new Date(sinceMs).toISOString(), ...wish });
  }

  /** What an operation finds that answers page by page. */
  async #pages(name: string, input: object): Promise<string[]> {
    const findings: string[] = [];
    for (let asked: object | undefined = input; asked; ) {
      const answer = await this.#perform(name, asked, 1);
      if (!answer || !('result' in answer)) return [...findings, `${name} was not answered: ${JSON.stringify(answer)}`];
      const { findings: found, progress } = answer.result as { findings: string[]; progress?: object };
      findings.push(...found);
      asked = progress && { ...input, progress };
    }
    return findings;
  }

  /** Again, where nothing or nothing definite came back. */
  async #perform(name: string, input: object, tries: number): Promise<OperationAnswer | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#call(name, input);
      const isFinal = answer && !('error' in answer && answer.error.type === 'INTERNAL');
      if (isFinal || attempt >= tries) return answer;
      await this.#world.stage.sleep(pauseMs);
    }
  }

  async #call(name: string, input: object): Promise<OperationAnswer | undefined> {
    const { stage, faults, service, operatorCalls } = this.#world;
    await stage.park(`${this.#identity} calls ${name}`);
    if (faults.strikes('requestLost', name)) return undefined;
    const what = `${this.#identity}'s ${name} (${operatorCalls.length})`;
    stage.tell(`${what} ${JSON.stringify(input)}`);
    const { invocation, result } = service.perform(this.#world.operation(name), { input }, this.#identity, what);
    const call: OperatorCall = { name, input, invocation };
    operatorCalls.push(call);
    const answered = result.then((answer) => {
      call.answer = answer;
      return answer;
    });
    const answer = await Promise.race([answered, invocation.died]);
    if (answer === 'died' || faults.strikes('responseLost', name)) return undefined;
    stage.tell(`${what} is answered ${JSON.stringify('error' in answer ? answer.error.type : answer.result)}`);
    return answer;
  }
}

function proposalOf(answer: OperationAnswer | undefined): string | undefined {
  return (answer && 'result' in answer ? (answer.result as { readonly proposalId?: string }) : {}).proposalId;
}
