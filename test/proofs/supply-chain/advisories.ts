import * as z from 'zod';
import { isDeployed, type Lockfile } from './lockfile.ts';
import { npmJson } from './npm.ts';

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;

/** What this reads of a report of `npm audit --json`. */
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.enum(severities), range: z.string(), nodes: z.array(z.string()) }),
  ),
});
const Refusal = z.object({ message: z.string() });

export interface Advisories {
  /** Findings that must not be deployed: high or critical, in what is bundled into functions. */
  readonly grave: readonly string[];
  /** All others. */
  readonly other: readonly string[];
  /** Why the registry gave no advisories; nothing is known then. */
  readonly unavailable?: string;
}

/** Not the default, by which npm tries for minutes where there is no way to the registry. */
const patience = ['--fetch-retries=1', '--fetch-timeout=15000'];

/** Asks npm's registry for what is known against the locked versions. */
export async function askForAdvisories(folder: string, lockfile: Lockfile): Promise<Advisories> {
  const args = ['audit', '--json', '--package-lock-only', ...patience];
  try {
    return readAdvisories(await npmJson(folder, args), lockfile);
  } catch (error) {
    return { grave: [], other: [], unavailable: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws Error for what is no report, with the reason that npm gives */
export function readAdvisories(answer: unknown, lockfile: Lockfile): Advisories {
  const report = Report.safeParse(answer);
  if (!report.success) throw new Error(Refusal.safeParse(answer).data?.message ?? 'npm audit answered no report');
  const findings = Object.entries(report.data.vulnerabilities).map(([name, { severity, range, nodes }]) => ({
    isGrave: ['high', 'critical'].includes(severity) && nodes.some((node) => isDeployed(lockfile, node)),
    text: `${name} ${range}: ${severity}`,
  }));
  const { grave = [], other = [] } = Object.groupBy(findings, ({ isGrave }) => (isGrave ? 'grave' : 'other'));
  return { grave: grave.map(({ text }) => text), other: other.map(({ text }) => text) };
}
