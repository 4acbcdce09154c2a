import { createCleanup } from '../local/cleanup.ts';
import { createCommands } from './deploy-smoke/commands.ts';
import { deploy } from './deploy-smoke/deploy.ts';
import { runJourney } from './deploy-smoke/journey.ts';
import { startMiniStack } from './deploy-smoke/ministack.ts';
import { say } from './deploy-smoke/say.ts';

/** A hang must not hold up whoever waits for the result. */
const deadlineMs = 280_000;

const cleanup = createCleanup((error) => say(`cleaning up failed: ${String(error)}`));
let ending = false;
setTimeout(() => void end(new Error(`not finished after ${deadlineMs / 1000} s`)), deadlineMs);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(new Error(signal)));

/**
 * Deploys the whole app to an AWS emulator, as `npm run deploy` would to AWS, and pays somebody through its HTTP API.
 * Arguments go to `cdk deploy`: `-c edge=false`.
 */
try {
  const commands = createCommands(cleanup);
  const cloud = await startMiniStack(commands, cleanup);
  const deployed = await deploy(commands, cloud, process.argv.slice(2));
  await runJourney(cloud, deployed);
  await end();
} catch (error) {
  await end(error);
}

/** The first outcome counts; whatever was started is gone before the process is. */
async function end(failure?: unknown): Promise<void> {
  if (ending) return;
  ending = true;
  process.exitCode = failure === undefined ? 0 : 1;
  if (failure !== undefined) say(`FAILED: ${failure instanceof Error ? (failure.stack ?? failure.message) : failure}`);
  await cleanup.run();
  if (failure === undefined) say('The deployed service paid a payout from quote to completed.');
  process.exit();
}
