import { html } from 'hono/html';
import type { PageFailure } from '../../contract/page-rules.ts';
import { wordsOf } from './formats.ts';
import { localeOf, negotiate } from './language.ts';
import { pageOf } from './layout.ts';

/** Why a page cannot be shown or a form not taken, in the buyer's language. Nothing is told of whom the page is. */
export function failurePage({ status, requestId, lang, acceptLanguage }: PageFailure): string {
  const wanted = lang === undefined ? undefined : localeOf(lang)?.language;
  const words = wordsOf(negotiate(wanted, acceptLanguage));
  const name = nameOf(status);
  return pageOf(
    // Not even whether money moves here.
    { words, livemode: true },
    {
      title: words.text(`${name}Title`),
      main: html`<p>${words.text(`${name}Text`)}</p>
<p class="soft">${words.text('requestId', { id: requestId })}</p>`,
    },
  );
}

function nameOf(status: number) {
  if (status === 404) return 'notFound';
  if (status === 429) return 'tooMany';
  return status >= 500 ? 'fault' : 'refused';
}
