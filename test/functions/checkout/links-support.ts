import type { SQSEvent } from 'aws-lambda';
import { expect } from 'vitest';
import { worker } from '../../../functions/queues/resume-intents.ts';
import type { ErrorType } from '../../../shared/ground/errors/catalog.ts';
import { format } from '../../../shared/ground/table/format.ts';
import { dueRef } from '../../../shared/journal/due/due-work.ts';
import { type Intent, IntentEntity, intentWork } from '../../../shared/journal/intents/intent.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { FakeAcquirer } from '../../support/checkout/fake-acquirer.ts';
import type { Intercept } from '../../support/faults.ts';
import { bodyOf, type TestOrganization } from '../../support/journey.ts';
import { type Answer, type Credentials, TestService, type TestSession } from '../../support/service.ts';

export type Body = Answer['body'];

/** 12.50 dollars, by card. */
export const mug = { currency: 'USD', items: [{ name: 'Mug', quantity: 1, unitAmount: '12.50' }] };

/** Expects an answer to be this error, with these words in its detail. */
export function expectRefused(answer: Answer, type: ErrorType, words = ''): void {
  expectError(answer, type, { detail: expect.stringContaining(words) });
}

interface Sent {
  readonly by?: TestOrganization;
  readonly as?: Credentials | TestSession;
  /** The idempotency key; a new one when absent. */
  readonly key?: string;
  /** Sends no idempotency key. */
  readonly keyless?: boolean;
  readonly through?: TestService;
}

/** The key that a request has, or none. */
function keyOf({ key, keyless }: Sent) {
  if (keyless) return { idempotencyKey: undefined };
  return key === undefined ? {} : { idempotencyKey: key };
}

/** A service with an acquirer of the test's own, and an organization that sells. */
export class LinkScene {
  readonly acquirer = new FakeAcquirer();
  /** What was logged as an error. */
  readonly errors: unknown[] = [];
  service!: TestService;
  of!: TestOrganization;

  static async start(overrides: Partial<WholeRuntime> = {}): Promise<LinkScene> {
    const scene = new LinkScene();
    const error = (message: unknown) => scene.errors.push(message);
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error } as WholeRuntime['log'];
    const { rails } = scene.acquirer;
    scene.service = await TestService.start({ rateLimitOverride: 10_000, rails, log, ...overrides });
    scene.of = await scene.service.organization();
    return scene;
  }

  /** Another process of the service, whose calls to the table are intercepted. The acquirer is the same. */
  process(intercept: Intercept, overrides: Partial<WholeRuntime> = {}): TestService {
    const { log } = this.service.runtime;
    return this.service.process(intercept, { log, rails: this.acquirer.rails, ...overrides });
  }

  path(linkId?: string, { organizationId } = this.of): string {
    return `/checkout/organizations/${organizationId}/links${linkId === undefined ? '' : `/${linkId}`}`;
  }

  create(body: object = mug, { by = this.of, as = by, through = this.service, ...sent }: Sent = {}): Promise<Answer> {
    return through.post(this.path(undefined, by), as, body, keyOf(sent));
  }

  async created(body?: object): Promise<Body> {
    return bodyOf(await this.create(body), 201);
  }

  publish({ linkId }: Body, { as = this.of, through = this.service, ...sent }: Sent = {}): Promise<Answer> {
    return through.post(`${this.path(linkId)}/publish`, as, undefined, keyOf(sent));
  }

  async published(body: object = mug): Promise<Body> {
    const link = await this.created({ ...body, publish: true });
    if (link.status !== 'sent') throw new Error(JSON.stringify(link));
    return link;
  }

  patch({ linkId }: Body, body: object, { as = this.of, through = this.service }: Sent = {}): Promise<Answer> {
    const idempotencyKey = crypto.randomUUID();
    return through.call('PATCH', this.path(linkId), as, { body, idempotencyKey });
  }

  pause({ linkId }: Body, { as = this.of, through = this.service }: Sent = {}): Promise<Answer> {
    return through.post(`${this.path(linkId)}/pause`, as, undefined);
  }

  delete({ linkId }: Body, { as = this.of, through = this.service }: Sent = {}): Promise<Answer> {
    return through.call('DELETE', this.path(linkId), as);
  }

  get({ linkId }: Body): Promise<Answer> {
    return this.service.get(this.path(linkId), this.of);
  }

  async read(link: Body): Promise<Body> {
    return bodyOf(await this.get(link));
  }

  async list(query = ''): Promise<Body> {
    return bodyOf(await this.service.get(this.path() + query, this.of));
  }

  async intents(): Promise<Intent[]> {
    const { organizationId } = this.of;
    const items = await storedItems(this.service, 'intent');
    return items.map((item) => format(IntentEntity, item)).filter((intent) => intent.organizationId === organizationId);
  }

  /** Moves time on, and delivers a hint for every intent that is due. @returns how many were */
  async resumeAfter(ms: number, through = this.service): Promise<number> {
    this.service.clock.advance(ms);
    const { store } = this.service.runtime;
    const rows = await Promise.all((await this.intents()).map((intent) => store.get(dueRef(intentWork(intent)))));
    const due = rows.filter((row) => row?.dueAt !== undefined && row.dueAt <= this.service.clock.now);
    const Records = due.map((row, index) => ({ messageId: index.toString(), body: JSON.stringify(row) }));
    const result = await worker.handle({ Records } as SQSEvent, through.runtime);
    if (result.batchItemFailures.length > 0) throw new Error('an intent could not be resumed');
    return due.length;
  }
}
