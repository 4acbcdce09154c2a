import { say } from '../../../../scripts/support/say.ts';
import { checkLinks } from './check-links.ts';
import { payByLink } from './claim-payout-link.ts';
import { readDocumentation } from './documentation.ts';
import { followBus } from './event-bus.ts';
import { approveByTwo } from './people.ts';
import { PlayedStage, type StageAccess } from './played-stage.ts';
import { payRun } from './run-of-payouts.ts';
import { sellByCard, sellForTokens } from './sell.ts';
import { sendWebhook } from './webhook.ts';

/** @returns what was done, in one sentence. @throws Error if anything is wrong */
type Play = (stage: PlayedStage) => Promise<string>;

const always: readonly Play[] = [readDocumentation, checkLinks, payRun, payByLink, sellByCard, sendWebhook];
const byPeople: readonly Play[] = [sellForTokens, approveByTwo];

/**
 * Plays what customers, their people and buyers do on a deployed stage, through its public address. The plays run side by
 * side, each with an organization of its own.
 */
export async function playEverything(access: StageAccess): Promise<void> {
  const stage = new PlayedStage(access);
  const plays = [...always];
  if (access.signIn) plays.push(...byPeople);
  else say('LEFT OUT: a payment by crypto and an approval by two, because only people themselves can sign in here.');
  if (access.busName) plays.push(followBus);
  else say('LEFT OUT: the event bus, because none was named.');
  await Promise.all(plays.map((play) => timed(stage, play)));
}

async function timed(stage: PlayedStage, play: Play): Promise<void> {
  const begunAt = performance.now();
  const done = await play(stage);
  say(`${done} (in ${((performance.now() - begunAt) / 1000).toFixed(1)} s)`);
}
