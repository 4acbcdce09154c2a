import type { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { answerWithIntent } from '../../journal/intents/answer-with-intent.ts';
import type { Intent } from '../../journal/intents/intent.ts';
import type { IntentKind } from '../../journal/intents/intent-kind.ts';
import type { PriceCall } from '../../ports/card-acquirer.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { acquirerSilent, afterAsking, cardPrice, type LinkAsked, type SetUp } from './card-price.ts';
import { type Link, LinkEntity } from './link.ts';
import type { LinkStage } from './link-stage.ts';
import type { LinkBody } from './present-link.ts';
import { beginPublication, unavailable } from './publication.ts';

type Answer<Status extends number> = { readonly status: Status; readonly body: LinkBody };

interface Answering<Status extends number> {
  readonly execution: Execution;
  /**
   * Builds the result of the request: the published link, or the draft with the reason why it was not published.
   * @param at `now` is in milliseconds
   */
  readonly answer: (
    link: Link,
    refusal: ServiceError | undefined,
    at: { readonly organization: Organization; readonly now: number },
  ) => { readonly link: Link; readonly outcome: Exclude<Outcome<Answer<Status>>, { readonly intentId: string }> };
}

/**
 * Asks the acquirer for the card page of a draft that waits for it, publishes the draft, and returns the result.
 * @throws ServiceError the refusal; INTERNAL if the acquirer gave no final answer, and a worker continues
 */
export function answerPublication<Status extends number>(
  runtime: Runtime<'cards'>,
  intent: Intent,
  stage: LinkStage,
  { answer, execution }: Answering<Status>,
) {
  const kind: IntentKind<PriceCall, SetUp, Answer<Status>, LinkAsked> = {
    ...cardPrice,
    settle: ({ link: found, organization }, draft, asked, ending) => {
      const { linkId: resourceId } = asked.call;
      const ready = afterAsking(draft, found, asked, ending);
      // This happens only if the process was suspended for a quarter of an hour.
      if (!ready) return { refusal: acquirerSilent(), resourceId };
      const attempt = draft.attempt(() => {
        if (ending.outcome === 'refused') throw unavailable('the card processor refused; the draft is unchanged');
        if (!ready.cardPage) throw acquirerSilent();
        return beginPublication(draft, ready, { ...stage, organization, intentId: asked.intentId, audit: undefined });
      });
      const refusal = 'refusal' in attempt ? attempt.refusal : undefined;
      const published = 'value' in attempt ? attempt.value.link : ready;
      const { link, outcome } = answer(published, refusal, { organization, now: draft.now });
      draft.write(replace(LinkEntity, link));
      return { ...outcome, resourceId };
    },
  };
  return answerWithIntent(runtime, kind, intent, { execution, silence: acquirerSilent });
}
