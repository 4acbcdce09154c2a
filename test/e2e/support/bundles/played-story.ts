import { type AnyEndpoint, fullPath } from '../../../../shared/contract/endpoint.ts';
import { sweepDueWork } from '../../../../shared/journal/due/sweep-due-work.ts';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import type { Cast } from '../../../story/cast.ts';
import { Chance } from '../../../story/chance.ts';
import { payByApproval } from '../../../story/chapters/approvals.ts';
import { payAsOneRun } from '../../../story/chapters/batches.ts';
import { collect } from '../../../story/chapters/checkout.ts';
import { payByLink } from '../../../story/chapters/links.ts';
import { payOut } from '../../../story/chapters/payouts.ts';
import { readRecords } from '../../../story/chapters/records.ts';
import { manageTeam } from '../../../story/chapters/team.ts';
import { receiveWebhooks } from '../../../story/chapters/webhooks.ts';
import { type Call, Storyteller } from '../../../story/storyteller.ts';
import { deliverInBatches } from '../../../support/journey.ts';
import type { Answer, Credentials, TestSession } from '../../../support/service.ts';
import { buyOnPages } from './buy-on-pages.ts';
import type { PlayedService } from './played-service.ts';

/** Longer than the pause before the first retry, with any jitter. */
const firstRetryMs = 5 * 60_000;

/** Which kind of caller the story prefers if an endpoint takes both. */
export type Preferred = 'key' | 'session';

export interface Playing {
  readonly service: PlayedService;
  readonly endpoints: readonly AnyEndpoint[];
  readonly preferred: Preferred;
  /** Delivers hints to workers; those of this process when absent. */
  readonly deliver?: (hints: readonly Hint[], nowMs: number) => Promise<void>;
}

/** The story that gives the API's description its examples, told to any service by one kind of caller. */
class PlayedStory extends Storyteller {
  readonly #playing: Playing;
  #owner: TestSession | undefined;

  constructor(playing: Playing) {
    super(playing.service, playing.endpoints, new Chance(playing.preferred));
    this.#playing = playing;
  }

  async cast(): Promise<Cast> {
    const key = await this.found('Analytical Engines');
    const owner = await this.member('user-ada', 'owner');
    this.#owner = owner;
    const [admin, operator] = [await this.member('user-charles', 'admin'), await this.member('user-mary', 'operator')];
    return { key, owner, admin, operator };
  }

  override tell(operation: string, by: Credentials | TestSession, call: Call = {}): Promise<Answer['body']> {
    return super.tell(operation, this.#callerOf(operation, by), call);
  }

  /**
   * Moves from one due row to the next: a sweep for every second would take minutes on a real table. Retries of webhooks
   * wait, because jitter orders them differently in each run.
   */
  override async pass(ms: number): Promise<void> {
    const { clock } = this.service;
    const end = clock.now + ms;
    for (;;) {
      const found = await this.#due(({ kind }) => kind !== 'deliveries');
      const next = Math.min(...found.map(({ dueAt }) => dueAt));
      if (next > end) break;
      clock.now = Math.max(clock.now + 1, next);
      for (const hint of found.filter(({ dueAt }) => dueAt <= clock.now)) await this.deliver([hint]);
    }
    clock.now = Math.max(clock.now, end);
    await this.offerEvents();
  }

  /** Lets every webhook that failed be sent once more, together. */
  async retryDeliveries(): Promise<void> {
    this.service.clock.advance(firstRetryMs);
    const { now } = this.service.clock;
    await this.deliver(await this.#due(({ kind, dueAt }) => kind === 'deliveries' && dueAt <= now));
  }

  /** The hints of a sweep, in the order in which their work was due and made. */
  async #due(isWanted: (hint: Hint) => boolean): Promise<Hint[]> {
    const { hints, runtime } = this.service;
    hints.take();
    await sweepDueWork(runtime);
    const order = ({ dueAt, resourceId }: Hint) => `${String(dueAt).padStart(15)} ${resourceId}`;
    return hints
      .take()
      .filter(isWanted)
      .toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  }

  protected override deliver(hints: readonly Hint[]): Promise<void> {
    const { deliver, service } = this.#playing;
    return deliver ? deliver(hints, service.clock.now) : deliverInBatches(service, hints);
  }

  /** Calls of people in the story remain calls of people. */
  #callerOf(operation: string, by: Credentials | TestSession): Credentials | TestSession {
    const { endpoints, preferred } = this.#playing;
    const endpoint = endpoints.find((candidate) => candidate.operation === operation);
    const isFree = 'key' in by && preferred === 'session' && endpoint?.callers.includes('session');
    return isFree && this.#owner ? this.#owner : by;
  }
}

/** Plays every operation of the API and every page. */
export async function playStory(playing: Playing): Promise<void> {
  const story = new PlayedStory(playing);
  const cast = await story.cast();
  await receiveWebhooks.register(story, cast);
  const paid = await payOut(story, cast);
  await payAsOneRun(story, cast, paid);
  await payByApproval(story, cast, paid);
  await payByLink(story, cast);
  await collect(story, cast);
  await buyOnPages(story, cast);
  await manageTeam(story, cast);
  await rotateByKey(story, cast);
  await receiveWebhooks.manage(story, cast);
  await story.retryDeliveries();
  await readRecords(story, cast, paid);
  await knock(playing);
}

/** Calls every endpoint without credentials, and opens every page with a token that opens nothing. */
async function knock({ service, endpoints }: Playing): Promise<void> {
  for (const endpoint of endpoints) {
    const { method, operation } = endpoint;
    // The catch-all has no path of its own.
    const path = operation === 'routeNotFound' ? '/p/nowhere' : fullPath(endpoint).replace(/\{\w+\}/g, 'unknown');
    const isForm = endpoint.page && method === 'POST';
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    await service.send(method, path, isForm ? 'view=1' : '', { 'content-type': type });
  }
}

/** Lets a key rotate itself. */
async function rotateByKey(story: Storyteller, { owner }: Cast): Promise<void> {
  const [pair, next] = [story.keyPair(), story.keyPair()];
  const body = { name: 'rotates itself', publicKey: pair.publicKey, scopes: ['read'] };
  const key = await story.tell('issueApiKey', owner, { body });
  const itself = { key, privateKey: pair.privateKey };
  await story.tell('rotateApiKey', itself, { path: { id: key.id }, body: { publicKey: next.publicKey } });
}
