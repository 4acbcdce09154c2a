import { deploy } from './deploy-smoke/deploy.ts';
import { runJourney } from './deploy-smoke/journey.ts';
import { leftOut, startMiniStack } from './deploy-smoke/ministack.ts';
import { createCommands } from './support/commands.ts';
import { prove } from './support/prove.ts';

/**
 * Deploys the whole app to an AWS emulator, as `npm run deploy` would to AWS, and makes a payout through its HTTP API.
 * Arguments are passed to `cdk deploy`, for example `-c edge=false`.
 */
await prove({
  deadlineMs: 280_000,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const cloud = await startMiniStack(commands, cleanup);
    const deployed = await deploy(commands, cloud, [...leftOut, ...process.argv.slice(2)]);
    await runJourney(cloud, deployed);
    return 'The deployed service paid a payout from quote to completed.';
  },
});
