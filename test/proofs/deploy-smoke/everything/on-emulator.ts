import type { Cleanup } from '../../../../local/process/cleanup.ts';
import { stageTarget } from '../../../../operator/target/stage-target.ts';
import type { Commands } from '../../../../scripts/support/commands.ts';
import { startTlsIssuer } from '../../../../scripts/support/tls-issuer.ts';
import type { Deployed } from '../deploy.ts';
import type { Journey } from '../journey.ts';
import type { Cloud } from '../ministack.ts';
import { findSweep } from '../operator.ts';
import { sweepUntil } from '../sweep-until.ts';
import { startLocalEdge } from './local-edge.ts';
import { playEverything } from './play-everything.ts';
import { trustIssuer } from './trust-issuer.ts';

interface Emulated {
  readonly commands: Commands;
  readonly cleanup: Cleanup;
  readonly cloud: Cloud;
  readonly deployed: Deployed;
  readonly journey: Journey;
  readonly receiver: string | undefined;
}

/** Plays everything on the emulator, with an edge and an issuer of the proof's own in place of CloudFront and Cognito. */
export async function playOnEmulator(emulated: Emulated): Promise<void> {
  const { commands, cleanup, cloud, deployed, journey, receiver } = emulated;
  const issuer = await startTlsIssuer(commands.directory);
  cleanup.add(issuer.stop);
  await trustIssuer(cloud, issuer);
  const origin = await startLocalEdge(cloud, deployed, journey.edgeHeaders, cleanup);
  const playing = playEverything({
    origin,
    pagesOrigin: origin,
    operator: stageTarget(deployed.stage, cloud),
    aws: cloud,
    busName: deployed.busName,
    receiver,
    signIn: issuer.issue,
  });
  await Promise.all([playing, sweepUntil(playing, await findSweep(cloud))]);
}
