import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { setControls, verify } from '../../shared/journal/commit/support.ts';
import { TestMailer } from '../../shared/mail/support.ts';
import { bodyOf, fundedOrganization, pathOf, settle, type TestOrganization } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { Payee } from '../../support/payout-links/payee.ts';
import { type Answer, type Credentials, TestService, type TestSession } from '../../support/service.ts';

type Caller = Credentials | TestSession;

/** The service with rails for both modes, the mails that it sends, and an organization that makes payout links. */
export class LinkScene {
  readonly service: TestService;
  readonly mailer: TestMailer;
  of: TestOrganization;

  static async start(mode: 'sandbox' | 'live' = 'sandbox'): Promise<LinkScene> {
    const mailer = new TestMailer();
    const service = await TestService.start({ mailer, rails: () => sandboxRails, rateLimitOverride: 10_000 });
    const scene = new LinkScene(service, mailer, await fundedOrganization(service));
    if (mode === 'live') scene.of = await scene.live();
    return scene;
  }

  private constructor(service: TestService, mailer: TestMailer, of: TestOrganization) {
    this.service = service;
    this.mailer = mailer;
    this.of = of;
  }

  /** A live organization that is verified and has 1000.00. */
  async live(): Promise<TestOrganization> {
    const of = await this.service.organization('live');
    await verify(this.service.runtime, of.organizationId);
    const { organizationId } = of;
    const transfer = { organizationId, amount: '1000.00', currency: 'USD', externalId: `bank-${organizationId}` };
    await performed(this.service, 'credit-deposit', transfer);
    return of;
  }

  get path(): string {
    return `${pathOf(this.of)}/payout-links`;
  }

  post(rest: string, body: object | undefined, by: Caller = this.of, options: object = {}): Promise<Answer> {
    return this.service.post(this.path + rest, by, body, options);
  }

  create(body: object = {}, by: Caller = this.of, options: object = {}): Promise<Answer> {
    return this.post('', { amount: '100.00', currency: 'USD', ...body }, by, options);
  }

  async made(body: object = {}, by: Caller = this.of): Promise<Answer['body']> {
    return bodyOf(await this.create(body, by), 201);
  }

  renew(payoutLinkId: string, by: Caller = this.of, options: object = {}): Promise<Answer> {
    return this.post(`/${payoutLinkId}/token`, undefined, by, options);
  }

  cancel(payoutLinkId: string, by: Caller = this.of): Promise<Answer> {
    return this.post(`/${payoutLinkId}/cancel`, undefined, by);
  }

  async read(payoutLinkId: string): Promise<Answer['body']> {
    return bodyOf(await this.service.get(`${this.path}/${payoutLinkId}`, this.of));
  }

  async balance(): Promise<{ available: string; held: string }> {
    const { available, held } = bodyOf(await this.service.get(`${pathOf(this.of)}/balance`, this.of));
    return { available, held };
  }

  /** What a browser that nobody has seen before is answered by the page at an address. */
  async opens(url: string): Promise<number> {
    return (await new Payee(this.service).get(new URL(url).pathname)).status;
  }

  claim(url: string): Promise<Answer> {
    return new Payee(this.service).claim(new URL(url).pathname);
  }

  /** Lets due work be done, and returns the addresses of pages that were mailed to somebody, oldest first. */
  async mailed(address: string): Promise<string[]> {
    await settle(this.service);
    const texts = this.mailer.sent.filter(({ to }) => to === address).map(({ text }) => text);
    return texts.map((text) => /https:\S+\/p\/payout\/\S+/.exec(text)?.[0] ?? '');
  }

  approvals(voters: readonly TestSession[], threshold: bigint): Promise<unknown> {
    const approvers = voters.map(({ userId }) => userId);
    return setControls(this.service.runtime, this.of.organizationId, {
      approvals: { threshold, quorum: 1, approvers },
    });
  }
}
