import type { Rails } from '../../../shared/ports/runtime.ts';
import { createListScreening } from '../../../shared/providers/ofac/list-screening.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { setControls, verify } from '../../shared/journal/commit/support.ts';
import { type FixtureParty, fixtureParties } from '../../shared/providers/ofac/sdn-fixture.ts';
import { filesOf, TestSource } from '../../shared/providers/ofac/support.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import type { TestOrganization } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { type Answer, TestService } from '../../support/service.ts';

/** The number under which a test lists somebody. */
export const listedNumber = 990_001;

export interface ScreenedService {
  readonly service: TestService;
  readonly rail: FakeRail;
  readonly rails: () => Rails;
  readonly source: TestSource;
  /** Puts parties on the list beside those of the fixture. */
  readonly list: (...parties: readonly (string | FixtureParty)[]) => void;
}

/** The service with a rail of the test's own, whose recipients are screened by a list that the test can change. */
export async function startScreened(): Promise<ScreenedService> {
  const [rail, source] = [new FakeRail(), new TestSource()];
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const screening = createListScreening({
    source,
    clock: () => 0,
    log,
    least: { parties: 10, addresses: 0 },
    maxAgeMs: 0,
  });
  const rails = () => ({ ...sandboxRails, payouts: { sandbox: rail }, screening });
  const service = await TestService.start({ rails, rateLimitOverride: 10_000 });
  let version = 1;
  const list = (...parties: readonly (string | FixtureParty)[]) => {
    const added = parties.map(
      (party, index): FixtureParty =>
        typeof party === 'string' ? { number: listedNumber + index, name: party, type: 'individual' } : party,
    );
    source.files = filesOf([...fixtureParties, ...added]);
    version += 1;
    source.current = `v${version}`;
  };
  return { service, rail, rails, source, list };
}

let transfers = 0;

/** A live organization with money that may do everything. */
export async function liveOrganization(service: TestService, amount = '1000.00'): Promise<TestOrganization> {
  const of = await service.organization('live');
  const { organizationId } = of;
  await verify(service.runtime, organizationId);
  await setControls(service.runtime, organizationId, { features: ['mass_payouts'] });
  transfers += 1;
  const deposit = { organizationId, amount, currency: 'USD', externalId: `transfer-${transfers}` };
  await performed(service, 'credit-deposit', deposit);
  return of;
}

/** A whole run, part by part. @returns what it found */
export async function rescreen(service: TestService, progress?: unknown): Promise<Answer['body']> {
  const findings: string[] = [];
  let part = await performed(service, 'rescreen', { progress });
  findings.push(...part.findings);
  while (part.progress) {
    part = await performed(service, 'rescreen', { progress: part.progress });
    findings.push(...part.findings);
  }
  return { ...part, findings };
}
