import { type FaultKind, faultKinds } from '../faults.ts';
import { currentInvocation } from './invocation.ts';

/** The n-th time that this fault could strike, it does. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly at: number;
}

/** Which faults strike when. A plan can be made smaller fault by fault, which is how a failing seed gets readable. */
export class FaultPlan {
  readonly #planned: Map<FaultKind, Set<number>>;
  readonly #opportunities = new Map<FaultKind, number>();
  #isOver = false;
  /** Told of every strike. */
  onStrike: (sentence: string) => void = () => {};

  constructor(planned: readonly PlannedFault[]) {
    const byKind = Map.groupBy(planned, ({ kind }) => kind);
    this.#planned = new Map([...byKind].map(([kind, faults]) => [kind, new Set(faults.map(({ at }) => at))]));
  }

  /** From now on the world is kind. */
  end(): void {
    this.#isOver = true;
  }

  /** Asked at every opportunity. @param where what it would strike, in plain words */
  strikes(kind: FaultKind, where: string): boolean {
    if (this.#isOver) return false;
    const opportunity = this.#opportunities.get(kind) ?? 0;
    this.#opportunities.set(kind, opportunity + 1);
    if (!this.#planned.get(kind)?.has(opportunity)) return false;
    const invocation = currentInvocation();
    invocation?.struckBy.push(kind);
    this.onStrike(`FAULT: ${faultKinds[kind].sentence} (${invocation ? `${invocation.name}, ` : ''}${where})`);
    return true;
  }
}
