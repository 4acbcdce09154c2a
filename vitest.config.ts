import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The simulation plays for a minute: begun last, it would play alone. */
class SimulationFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOther = ({ moduleId }: TestSpecification) => Number(!moduleId.endsWith('/simulation.test.ts'));
    return (await super.sort(files)).toSorted((a, b) => isOther(a) - isOther(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'client/test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Whole processes start and stop in tests; two at a time fit a small machine.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: SimulationFirst },
    // A machine that does other things besides must not fail a test.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
