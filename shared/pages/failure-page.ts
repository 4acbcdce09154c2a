import { html } from 'hono/html';
import type { PageFailure } from '../contract/page-rules.ts';
import { pageOf } from './layout.ts';
import { type TextsIn, withPageTexts } from './texts.ts';
import { chooseWords } from './words.ts';

/** The advice of a kind of page after a refused form, and after a fault of ours. */
type Advice = 'refusedText' | 'faultText';

/**
 * Creates the page that explains why a page cannot be shown or a form is refused, in the reader's language. It does not
 * reveal whose page it is, nor whether money moves here.
 * @param own texts of one kind of page
 */
export function failurePageWith(own: TextsIn<Advice>): (failure: PageFailure) => string {
  const texts = withPageTexts(own);
  return ({ status, requestId, ...request }) => {
    const { words } = chooseWords(texts, request);
    const name = nameOf(status);
    return pageOf(
      { words, livemode: true },
      {
        title: words.text(`${name}Title`),
        main: html`<p>${words.text(`${name}Text`)}</p>
<p class="soft">${words.text('requestId', { id: requestId })}</p>`,
      },
    );
  };
}

function nameOf(status: number) {
  if (status === 404) return 'notFound';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'fault' : 'refused';
}
