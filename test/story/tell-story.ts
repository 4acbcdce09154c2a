import type { Story } from '../../shared/openapi/story.ts';
import type { Cast } from './cast.ts';
import { payByApproval } from './chapters/approvals.ts';
import { payAsOneRun } from './chapters/batches.ts';
import { collect } from './chapters/checkout.ts';
import { payByLink } from './chapters/links.ts';
import { payOut } from './chapters/payouts.ts';
import { readRecords } from './chapters/records.ts';
import { refuse } from './chapters/refusals.ts';
import { manageTeam } from './chapters/team.ts';
import { receiveWebhooks } from './chapters/webhooks.ts';
import { shortened } from './shortened.ts';
import { Storyteller } from './storyteller.ts';

/** A day of an organization that pays and sells: every operation is called once, at least. */
export async function tellStory(): Promise<Story> {
  const story = await Storyteller.begin();
  const key = await story.found('Analytical Engines');
  const cast: Cast = {
    key,
    owner: await story.member('user-ada', 'owner'),
    admin: await story.member('user-charles', 'admin'),
    operator: await story.member('user-mary', 'operator'),
  };
  await receiveWebhooks.register(story, cast);
  const paid = await payOut(story, cast);
  await payAsOneRun(story, cast, paid);
  await payByApproval(story, cast, paid);
  await payByLink(story, cast);
  await collect(story, cast);
  await manageTeam(story, cast);
  await receiveWebhooks.manage(story, cast);
  const { events, challenge } = await readRecords(story, cast, paid);
  const errors = await refuse(story, cast, paid);
  return { operations: shortened(story.told), events, errors, challenge };
}
