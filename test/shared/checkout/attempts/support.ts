import type { Link } from '../../../../shared/checkout/links/link.ts';
import { sweepDueWork } from '../../../../shared/journal/due/sweep-due-work.ts';
import type { CardAcquirer } from '../../../../shared/ports/card-acquirer.ts';
import type { Rails, WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { attemptsOn, linkNow, paymentsOn } from '../../../support/checkout/buyer.ts';
import { addLink } from '../../../support/checkout/links.ts';
import { crashAt } from '../../../support/crash.ts';
import type { Intercept } from '../../../support/faults.ts';
import { deliverInBatches, settle, type TestOrganization } from '../../../support/journey.ts';
import { asideOfPages } from '../../../support/leading-keys.ts';
import { TestService } from '../../../support/service.ts';

const pagesUrl = 'https://pay.example';

/** A service whose acquirer fails as a test wishes, with one link of one place. */
export class AttemptScene {
  /** What a test puts in the place of parts of the acquirer. */
  faults: Partial<CardAcquirer> = {};
  service!: TestService;
  /** Without any faults. */
  acquirer!: CardAcquirer;
  organization!: TestOrganization;
  path = '';
  link!: Link;

  static async start(): Promise<AttemptScene> {
    const scene = new AttemptScene();
    const started = await TestService.start({ pagesUrl, rateLimitOverride: 1_000_000 });
    const rails: WholeRuntime['rails'] = (mode) => {
      const found = started.runtime.rails(mode) as Rails;
      return { ...found, acquirer: { ...(found.acquirer as CardAcquirer), ...scene.faults } };
    };
    scene.acquirer = started.runtime.rails('sandbox')?.acquirer as CardAcquirer;
    scene.service = started.process((_call, send) => send(), { pagesUrl, rails });
    await scene.newLink();
    return scene;
  }

  async newLink(changes: Partial<Link> = {}): Promise<void> {
    this.organization = await this.service.organization();
    ({ path: this.path, link: this.link } = await addLink(this.service.runtime, this.organization, {
      maxPayments: 1,
      ...changes,
    }));
  }

  /** A process with the same faults, whose calls to the table are intercepted. */
  process(intercept: Intercept): TestService {
    return this.service.process(intercept, { pagesUrl, rails: this.service.runtime.rails });
  }

  /** From now on the acquirer opens card pages and its answers are lost; asked about one it says nothing. */
  loseCardPages(): void {
    const { sessions } = this.acquirer;
    const call: typeof sessions.call = async (...asked) => {
      await sessions.call(...asked);
      return { outcome: 'unclear' };
    };
    this.faults = { sessions: { ...sessions, call, find: async () => ({ outcome: 'absent' }) } };
  }

  async placesTaken(): Promise<number> {
    return (await linkNow(this.service, this.link)).placesTaken;
  }

  attempts() {
    return attemptsOn(this.service, this.link);
  }

  payments() {
    return paymentsOn(this.service, this.link);
  }

  /** Lets workers do what is due by now, of whatever is due again at once. */
  workNow(through: TestService = this.service): Promise<void> {
    return asideOfPages(() => this.#workNow(through));
  }

  async #workNow(through: TestService): Promise<void> {
    for (let rounds = 0; rounds < 10; rounds += 1) {
      this.service.hints.take();
      await sweepDueWork(this.service.runtime);
      const due = this.service.hints.take().filter(({ dueAt }) => dueAt <= this.service.clock.now);
      if (due.length === 0) return;
      await deliverInBatches(through, due);
    }
  }

  /** Lets a day pass and more: what is due rarely is done, too. */
  async settleAll(): Promise<void> {
    for (let hours = 0; hours < 30; hours += 0.5) {
      this.service.clock.advance(30 * 60_000);
      await settle(this.service);
    }
  }

  /** Plays a story by a process that is killed at each of its calls to the table in turn, each time on a new link. */
  async killAtEachCall(
    moment: 'before' | 'after',
    prepare: () => Promise<unknown>,
    story: (process: TestService) => Promise<unknown>,
    then: (what: string) => Promise<void>,
  ): Promise<number> {
    for (let call = 1; ; call += 1) {
      this.faults = {};
      await this.newLink();
      await prepare();
      const { intercept, crashed } = crashAt({ call, moment });
      const outcome = await Promise.race([crashed, story(this.process(intercept))]);
      await then(`killed ${moment} call ${call}`);
      if (outcome !== 'crashed') return call;
    }
  }
}
