import type { Cleanup } from '../../../local/process/cleanup.ts';
import { stageTarget } from '../../../operator/target/stage-target.ts';
import { createCommands } from '../../../scripts/support/commands.ts';
import { prove } from '../../../scripts/support/prove.ts';
import { readCommandLine } from '../../../scripts/support/read-command-line.ts';
import { deployStacks } from './assembly.ts';
import { deploy, withOriginSecret } from './deploy.ts';
import { checkEdge } from './edge.ts';
import { playOnEmulator } from './everything/on-emulator.ts';
import { playEverything } from './everything/play-everything.ts';
import { expireApproval, requestApproval } from './expire-approval.ts';
import { runJourney } from './journey.ts';
import { startMiniStack } from './ministack.ts';
import { type EmulatorOptions, readOptions, type StageOptions } from './options.ts';
import { playReleases } from './play-releases.ts';
import { checkOutReleaseBefore } from './release-before.ts';
import { checkSigners } from './signers.ts';

/**
 * What a development stage leaves out by default. Without a public host no link can be published, so the stage has a domain
 * name. Nothing resolves it.
 */
const settings = {
  signInFirewall: 'true',
  eventBus: 'true',
  domainName: 'pay.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/smoke',
};

const usage = `Deploys the previous release and this one to an emulator of AWS and tests them there. See docs/releasing.md.

  npm run deploy:smoke -- [options] [options of cdk, such as -c edge=false]

  --receiver URL   a public https address that receives webhooks
  --stage NAME     deploy nothing, and test this stage in AWS
  --origin URL     its public address
  --bus NAME       its event bus
  --help           show this
`;
const options = readCommandLine(usage, readOptions);

/**
 * Deploys the release before and this one to an AWS emulator, as `npm run deploy` would to AWS, plays what customers, buyers
 * and operators do through the HTTP API, and lets the two releases take turns. `--receiver URL` names a public address that
 * takes webhooks. Other arguments are passed to CDK, for example `-c edge=false`.
 *
 * With `--stage NAME --origin URL` it deploys nothing, and plays that stage in AWS.
 */
await prove({
  deadlineMs: 600_000,
  work: async (cleanup) => {
    if (options.on === 'stage') return playDeployed(options);
    const played = await deployAndPlay(cleanup, options);
    await checkSigners(cleanup);
    return played;
  },
});

async function playDeployed({ stage, ...reached }: StageOptions): Promise<string> {
  await playEverything({ ...reached, operator: stageTarget(stage), aws: {} });
  return `Everything that needs no signed-in person was played on the stage ${stage}.`;
}

async function deployAndPlay(cleanup: Cleanup, { passedOn, receiver }: EmulatorOptions): Promise<string> {
  const context = [...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]), ...passedOn];
  const commands = createCommands(cleanup);
  const checkedOut = checkOutReleaseBefore(commands, cleanup);
  // Heard of when it is wanted.
  checkedOut.catch(() => {});
  const cloud = await startMiniStack(commands, cleanup);
  const { releases, deployed } = await deploy(commands, cloud, checkedOut, context);
  const journey = await runJourney(cloud, deployed);
  await playOnEmulator({ commands, cleanup, cloud, deployed, journey, receiver });
  const { originSecretVersion: version } = journey;
  const now = version ? await withOriginSecret(commands, cloud, version, context) : releases.now;
  if (!releases.before) {
    await deployStacks(commands, cloud, now);
    await checkEdge(cloud, deployed, journey);
    const approval = await requestApproval(cloud, deployed, journey);
    await expireApproval(cloud, deployed, journey, approval);
    return 'The deployed service paid, sold and approved. The release before was left out.';
  }
  await playReleases({ commands, cloud, deployed, journey, before: releases.before, now });
  await checkEdge(cloud, deployed, journey);
  return 'The deployed service paid, sold and approved, and two releases served one table in turn.';
}
