import { html } from 'hono/html';
import type { PageFailure } from '../../contract/page-rules.ts';
import { failurePageWith } from '../../pages/failure-page.ts';
import { pageOf } from '../../pages/layout.ts';
import { chooseWords } from '../../pages/words.ts';
import { textsOf } from './texts.ts';

const page = failurePageWith(textsOf);

/** Explains why a payout link's page cannot be shown or a form is refused. Does not reveal whose link it is. */
export function failurePage(failure: PageFailure): string {
  return failure.status === 503 ? laterPage(failure) : page(failure);
}

/** The link cannot currently be paid. Its creator is told the reason, the payee is not. */
function laterPage({ requestId, ...request }: PageFailure): string {
  const { words } = chooseWords(textsOf, request);
  return pageOf(
    { words, livemode: true },
    {
      title: words.text('laterTitle'),
      main: html`<p>${words.text('laterText')}</p>
<p class="soft">${words.text('requestId', { id: requestId })}</p>`,
    },
  );
}
