import { matchesGlob } from 'node:path';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sortByTable } from './test/support/sort-by-table.ts';

const journey = 'test/e2e/journey.test.ts';
const bundles = 'test/e2e/bundles.test.ts';
const tableClock = 'test/e2e/table-clock.test.ts';
const table = 'test/shared/ground/table/**/*.test.ts';
/** What every kind of table has to hold. */
const contract = ['test/local/table/{,sqlite/}*.test.ts', 'test/proofs/simulation/refereed.test.ts', table];
/** They call the service as any client does, for what it answers: one table is enough. */
const callers = [
  'client/cli/**',
  'test/conformance/**',
  'test/{permissions,tenancy}.test.ts',
  'test/functions/checkout/list-checkout-payments.test.ts',
  'test/functions/!(batches|checkout|operations|payouts)/**',
  'test/shared/contract/lists/**',
];

/** They repeat a history for every place where a process can die or a call can fail, or play a long one (docs/adr/0056). */
const sweeps = [
  'test/shared/webhooks/offering/refused-deliveries.test.ts',
  'test/{functions,shared}/**/*crash.test.ts',
  'test/shared/checkout/refunds/refund-outcomes.test.ts',
  'test/functions/operations/restore-{check,links}.test.ts',
  'test/shared/checkout/attempts/{acquirer-faults,given-up,read-late}.test.ts',
  'test/shared/approvals/{generated,one-thief,recount}.test.ts',
];

/** They read a chain for hours of virtual time. What the table has to do for that `self-funded.test.ts` plays on DynamoDB Local, too. */
const readings =
  'test/functions/payouts/{confirm-payout-funding,confirm-quote,flushing,funding-price,quote-payout-funding,self-funded-stories}.test.ts';

/** All other tests are of the service in one process: a service test makes a table, a decision none. */
const { services, decisions } = sortByTable(/^test\/(e2e|evm|lib|local|operator|scripts|proofs\/(?!bench\/)[^/]+)\//);

/** They take a quarter of the time of all of these, and a mistake that they find is seldom in what was changed last. */
const atLength = [...sweeps, 'test/proofs/bench/**'];
const isAtLength = (file: string) => atLength.some((pattern) => matchesGlob(file, pattern));
const inMemory = { provide: { table: 'memory' as const } };
const onDynamoDbLocal = {
  provide: { table: 'dynamodb-local' as const },
  globalSetup: ['test/support/start-database.ts'],
};

/** Stacks of tests run for a minute: Java's second compiler would take more time of the processor than it saves. */
const stacksOnDynamoDbLocal = {
  env: { STACK_ARGUMENTS: '--dynamodb-local', JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1' },
};

// A bundle is imported as Lambda does it, as it is (`server.deps.external`). Vite would parse and rewrite it first.

/** Which one proves what: test/README.md. They begin in this order, so that no long file plays alone at the end. */
const projects: (TestUserConfig & { readonly name: string })[] = [
  { name: 'simulation', include: ['test/proofs/simulation/simulation.test.ts'] },
  { name: 'deliberate-faults', include: ['test/proofs/simulation/deliberate-faults.test.ts'] },
  { name: 'journey', include: [journey] },
  {
    name: 'end-to-end',
    include: ['test/{e2e,evm,local,operator,proofs,scripts}/**/*.test.ts'],
    exclude: [
      journey,
      bundles,
      tableClock,
      'test/local/{table,dynamodb-local}/**',
      'test/proofs/{bench,simulation}/**',
    ],
    ...inMemory,
  },
  {
    name: 'stack-on-dynamodb-local',
    include: [journey, bundles, tableClock, 'test/e2e/crash.test.ts', 'test/local/dynamodb-local/*.test.ts'],
    ...stacksOnDynamoDbLocal,
    ...onDynamoDbLocal,
    server: { deps: { external: [/\/sluice-bundles-/] } },
  },
  {
    name: 'contract',
    include: contract,
    provide: { table: 'sqlite' as const },
    setupFiles: ['test/support/delete-tables.ts'],
  },
  {
    name: 'contract-on-dynamodb-local',
    include: [...contract, 'test/local/table/dynamodb-local/*.test.ts'],
    setupFiles: ['test/support/delete-tables.ts'],
    ...onDynamoDbLocal,
  },
  { name: 'at-length', include: [...services, ...decisions].filter(isAtLength), isolate: false, ...inMemory },
  { name: 'services', include: services, exclude: atLength, isolate: false, ...inMemory },
  {
    name: 'services-on-dynamodb-local',
    include: services,
    exclude: [table, readings, ...callers, ...atLength],
    isolate: false,
    setupFiles: ['test/support/delete-tables.ts'],
    ...onDynamoDbLocal,
  },
  {
    name: 'infrastructure',
    include: ['test/lib/**/*.test.ts'],
    isolate: false,
    server: { deps: { external: [/\/sluice-build-/] } },
  },
  { name: 'decisions', include: decisions, exclude: atLength, isolate: false },
];

class InOrderOfProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const orderOf = ({ project }: TestSpecification) => projects.findIndex(({ name }) => name === project.name);
    return (await super.sort(files)).toSorted((a, b) => orderOf(a) - orderOf(b));
  }
}

export default defineConfig({
  test: {
    projects: projects.map((test) => ({ test })),
    // Whole processes start and stop in tests; two at a time fit a small machine.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: InOrderOfProjects },
    // A machine that does other things besides must not fail a test.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
