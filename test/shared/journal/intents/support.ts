import type { SQSEvent } from 'aws-lambda';
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { dueRef } from '../../../../shared/journal/due/due-work.ts';
import { IdempotencyRecordEntity } from '../../../../shared/journal/idempotency/record.ts';
import { type Intent, IntentEntity, intentWork } from '../../../../shared/journal/intents/intent.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { storedItems } from '../../../support/answers.ts';
import type { Intercept } from '../../../support/faults.ts';
import {
  expectSoundBooks,
  fundedOrganization,
  pathOf,
  readFeed,
  type TestOrganization,
} from '../../../support/journey.ts';
import { type Answer, TestService, type TestSession } from '../../../support/service.ts';
import { CardProcessor } from '../../../support/top-ups/card-processor.ts';
import { topUps } from '../../../support/top-ups/top-ups.ts';

/** Funded with this much before the first top-up. */
const firstDeposit = '10000.00';

interface Sent {
  readonly amount?: string;
  readonly key?: string;
  readonly allowDuplicate?: boolean;
  /** Another process of the service. */
  readonly through?: TestService;
}

/** A service with an endpoint that asks a card processor, and an organization with money. */
export class TopUpScene {
  readonly service: TestService;
  readonly processor: CardProcessor;
  readonly organization: TestOrganization;
  /** What was logged as an error. */
  readonly errors: unknown[];
  readonly kind: ReturnType<typeof topUps>['kind'];
  readonly #worker: ReturnType<typeof topUps>['worker'];

  private constructor(
    parts: Pick<TopUpScene, 'service' | 'processor' | 'organization' | 'errors' | 'kind'>,
    worker: ReturnType<typeof topUps>['worker'],
  ) {
    this.service = parts.service;
    this.processor = parts.processor;
    this.organization = parts.organization;
    this.errors = parts.errors;
    this.kind = parts.kind;
    this.#worker = worker;
  }

  /** @param declared what the endpoint declares otherwise */
  static async start(declared: Partial<AnyEndpoint> = {}): Promise<TopUpScene> {
    const processor = new CardProcessor();
    const { endpoint, worker, kind } = topUps(processor);
    const errors: unknown[] = [];
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (message: unknown) => errors.push(message) };
    const service = await TestService.start({ log: log as WholeRuntime['log'] }, undefined, [
      { ...endpoint, ...declared },
    ]);
    const organization = await fundedOrganization(service, firstDeposit);
    return new TopUpScene({ service, processor, organization, errors, kind }, worker);
  }

  /** Sends a top-up of the organization's API key. */
  topUp({ amount = '5.00', key = 'key', allowDuplicate, through = this.service }: Sent = {}): Promise<Answer> {
    const headers: Record<string, string> = allowDuplicate ? { 'x-allow-duplicate': 'true' } : {};
    return through.post(this.#path, this.organization, { amount }, { idempotencyKey: key, headers });
  }

  /** Sends a top-up of somebody else, without an idempotency key unless it is given. */
  topUpAs(
    credentials: TestSession | TestOrganization,
    through = this.service,
    idempotencyKey?: string,
  ): Promise<Answer> {
    return through.call('POST', this.#path, credentials, {
      body: { amount: '5.00' },
      ...(idempotencyKey && { idempotencyKey }),
    });
  }

  get #path(): string {
    return `${pathOf(this.organization)}/test/top-ups`;
  }

  /** Another process, whose calls to the table are intercepted. */
  process(intercept: Intercept): TestService {
    return this.service.process(intercept, { log: this.service.runtime.log });
  }

  async intents(): Promise<Intent[]> {
    return (await storedItems(this.service, 'intent')).map((item) => format(IntentEntity, item));
  }

  /** Moves time on, and delivers a hint for every intent that is due. @returns how many were */
  async resumeAfter(ms: number, through = this.service): Promise<number> {
    this.service.clock.advance(ms);
    const { store } = this.service.runtime;
    const rows = await Promise.all((await this.intents()).map((intent) => store.get(dueRef(intentWork(intent)))));
    const due = rows.filter((row) => row?.dueAt !== undefined && row.dueAt <= this.service.clock.now);
    const Records = due.map((row, index) => ({ messageId: index.toString(), body: JSON.stringify(row) }));
    await this.#worker.handle({ Records } as SQSEvent, through.runtime);
    return due.length;
  }

  async record(key = 'key') {
    const { organizationId } = this.organization;
    return this.service.runtime.store.get(refTo(IdempotencyRecordEntity, { organizationId, key }));
  }

  /** Amounts that top-ups have credited, by the feed; the books must agree, and nothing stays reserved. */
  async credited(): Promise<string[]> {
    await expectSoundBooks(this.service, this.organization);
    const deposits = (await readFeed(this.service, this.organization)).filter(
      ({ type }) => type === 'deposit.completed',
    );
    return deposits.slice(1).map(({ data }) => data.amount);
  }

  /** What is reserved. */
  async held(): Promise<string> {
    const { body } = await this.service.get(`${pathOf(this.organization)}/balance`, this.organization);
    return body.held;
  }
}
