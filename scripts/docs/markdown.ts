import { Marked, type RendererObject, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import { highlight } from './highlight.ts';

export interface Heading {
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  /** 2 or more, because the title of the page is not part of its contents. */
  readonly depth: number;
}

/** A page read from Markdown. */
export interface ReadPage {
  readonly title: string;
  /** The first paragraph, as plain text. */
  readonly summary: string;
  readonly headings: readonly Heading[];
  /** HTML. */
  readonly html: string;
}

export function readMarkdown(markdown: string): ReadPage {
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error('A page begins with its title.');
  const headings: Heading[] = [];
  const marked = new Marked({ renderer: rendererOf(headings), extensions: [samples()] });
  const html = marked.parse(markdown, { async: false });
  return { title, summary: summaryOf(html), headings, html };
}

function rendererOf(headings: Heading[]): RendererObject {
  return {
    heading({ tokens, depth, text }: Tokens.Heading) {
      const inner = this.parser.parseInline(tokens);
      const anchor = anchorOf(text);
      const earlier = headings.filter((heading) => anchorOf(heading.text) === anchor).length;
      const id = earlier === 0 ? anchor : `${anchor}-${earlier}`;
      if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
      headings.push({ id, text: text.replaceAll('`', ''), depth });
      return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`;
    },
    code: ({ text, lang }: Tokens.Code) => codeBlock(text, lang),
    table(token: Tokens.Table) {
      // A heading without words is skipped.
      const cell = ({ tokens }: Tokens.TableCell, tag: 'th' | 'td') =>
        tokens.length === 0 ? '<td></td>' : `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
      const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
        `<tr>${cells.map((one) => cell(one, tag)).join('')}</tr>`;
      const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
      return `<div class="wide" tabindex="0"><table>\n<thead>${row(token.header, 'th')}</thead>\n<tbody>\n${body}\n</tbody></table></div>\n`;
    },
    html: ({ text }: Tokens.HTML | Tokens.Tag) => {
      // A page may contain comments from the program that generated it.
      if (/^<!--[^>]*-->\s*$/.test(text)) return '';
      throw new Error('Pages are Markdown without HTML.');
    },
  };
}

/** Content that is wider than a phone scrolls by itself, also by keyboard. */
function codeBlock(text: string, lang = ''): string {
  const [language = ''] = lang.split(' ');
  return `<div class="code"><pre tabindex="0"><code>${highlight(text, language)}\n</code></pre></div>\n`;
}

const fence = /```(\w+) sample=(\w+)[^\n]*\n([\s\S]*?)\n```(?:\n+|$)/g;

/** Consecutive code blocks with `sample=` show the same in several languages, of which the reader chooses one. */
function samples(): TokenizerAndRendererExtension {
  let count = 0;
  return {
    name: 'samples',
    level: 'block',
    start: (source) => source.match(/^```\w+ sample=/m)?.index,
    tokenizer(source) {
      const raw = /^(?:```\w+ sample=\w+[^\n]*\n[\s\S]*?\n```(?:\n+|$))+/.exec(source)?.[0];
      return raw === undefined ? undefined : { type: 'samples', raw };
    },
    renderer({ raw }) {
      count += 1;
      return samplesBlock([...raw.matchAll(fence)], `sample-${count}`);
    },
  };
}

/** Works by radio buttons, without a script. */
function samplesBlock(blocks: readonly RegExpExecArray[], group: string): string {
  const choices = blocks.map(([, , name = ''], index) => {
    const id = `${group}-${name}`.toLowerCase();
    const checked = index === 0 ? ' checked' : '';
    return `<input type="radio" name="${group}" id="${id}" value="${name}"${checked}><label for="${id}">${name}</label>`;
  });
  const codes = blocks.map(([, language, , text = '']) => codeBlock(text, language));
  return `<fieldset class="samples"><legend>Language of the sample</legend>\n${choices.join('\n')}\n${codes.join('')}</fieldset>\n`;
}

function summaryOf(html: string): string {
  const [, first = ''] = /<\/h1>\s*<p>(.*?)<\/p>/s.exec(html) ?? [];
  return unescapeHtml(first.replace(/<[^>]+>/g, '').replaceAll('\n', ' '));
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

function unescapeHtml(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);
}

/** The anchor of a heading, as on GitHub, which numbers repeated ones. The anchor of an error is its type. */
export function anchorOf(heading: string): string {
  if (/^[A-Z][A-Z_]+$/.test(heading)) return heading;
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
