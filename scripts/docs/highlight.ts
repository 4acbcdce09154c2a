import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { escapeHtml } from '../../shared/http/pages/escape-html.ts';

/** Languages by the word after the code fence. */
const languages = { go, http, js: javascript, json, python, sh: bash, ts: typescript };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** The classes of the style sheet: keyword, literal and comment. Everything else has the color of the text. */
const classes: Readonly<Record<string, string>> = {
  built_in: 'k',
  comment: 'c',
  keyword: 'k',
  literal: 'k',
  number: 's',
  regexp: 's',
  string: 's',
  type: 'k',
};

/** Code as HTML, with its words marked by kind. A language that is not listed is shown plain. */
export function highlight(code: string, language: string): string {
  if (!(language in languages)) return escapeHtml(code);
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  return withShortClasses(value);
}

/** Marks of other kinds are removed together with their end tags. */
function withShortClasses(html: string): string {
  const open: boolean[] = [];
  return html.replace(/<span class="hljs-(\w+)[^>]*>|<\/span>/g, (tag, scope?: string) => {
    if (scope === undefined) return open.pop() ? tag : '';
    const name = classes[scope];
    open.push(name !== undefined);
    return name === undefined ? '' : `<span class="${name}">`;
  });
}
