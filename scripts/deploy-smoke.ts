import { deployStacks } from './deploy-smoke/assembly.ts';
import { deploy, withOriginSecret } from './deploy-smoke/deploy.ts';
import { checkEdge } from './deploy-smoke/edge.ts';
import { expireApproval, requestApproval } from './deploy-smoke/expire-approval.ts';
import { runJourney } from './deploy-smoke/journey.ts';
import { startMiniStack } from './deploy-smoke/ministack.ts';
import { playReleases } from './deploy-smoke/play-releases.ts';
import { checkOutReleaseBefore } from './deploy-smoke/release-before.ts';
import { createCommands } from './support/commands.ts';
import { prove } from './support/prove.ts';

/**
 * Deploys the release before and this one to an AWS emulator, as `npm run deploy` would to AWS, makes payouts through
 * the HTTP API, rotates secrets, and lets the two releases take turns. Arguments are passed to CDK, for example
 * `-c edge=false`.
 */
await prove({
  deadlineMs: 600_000,
  work: async (cleanup) => {
    // A development stage goes without it by itself, for its price.
    const options = ['-c', 'signInFirewall=true', ...process.argv.slice(2)];
    const commands = createCommands(cleanup);
    const checkedOut = checkOutReleaseBefore(commands, cleanup);
    // Heard of when it is wanted.
    checkedOut.catch(() => {});
    const cloud = await startMiniStack(commands, cleanup);
    const { releases, deployed } = await deploy(commands, cloud, checkedOut, options);
    const journey = await runJourney(cloud, deployed);
    const { originSecretVersion: version } = journey;
    const now = version ? await withOriginSecret(commands, cloud, version, options) : releases.now;
    if (!releases.before) {
      await deployStacks(commands, cloud, now);
      await checkEdge(cloud, deployed, journey);
      const approval = await requestApproval(cloud, deployed, journey);
      await expireApproval(cloud, deployed, journey, approval);
      return 'The deployed service paid a payout from quote to completed. The release before was left out.';
    }
    await playReleases({ commands, cloud, deployed, journey, before: releases.before, now });
    await checkEdge(cloud, deployed, journey);
    return 'The deployed service paid from quote to completed, and two releases served one table in turn.';
  },
});
