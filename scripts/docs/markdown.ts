import { Marked, type RendererObject, type Tokens } from 'marked';
import { escapeHtml } from '../../shared/http/pages/escape-html.ts';

/** A page as it is read from Markdown. */
export interface ReadPage {
  readonly title: string;
  /** HTML. */
  readonly html: string;
}

/** @param addressOf a link of the Markdown as the site has it; throws for one that the site cannot lead to */
export function readMarkdown(markdown: string, addressOf: (href: string) => string): ReadPage {
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error('A page begins with its title.');
  const marked = new Marked({ renderer: rendererOf(addressOf) });
  return { title, html: marked.parse(markdown, { async: false }) };
}

function rendererOf(addressOf: (href: string) => string): RendererObject {
  return {
    heading({ tokens, depth, text }: Tokens.Heading) {
      const inner = this.parser.parseInline(tokens);
      const id = anchorOf(text);
      if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
      return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      return `<a href="${escapeHtml(addressOf(href))}">${this.parser.parseInline(tokens)}</a>`;
    },
    // What is wider than a phone scrolls by itself, also by keyboard.
    code({ text }: Tokens.Code) {
      return `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`;
    },
    table(token: Tokens.Table) {
      // A heading without words is none.
      const cell = ({ tokens }: Tokens.TableCell, tag: 'th' | 'td') =>
        tokens.length === 0 ? '<td></td>' : `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
      const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
        `<tr>${cells.map((one) => cell(one, tag)).join('')}</tr>`;
      const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
      return `<div class="wide" tabindex="0"><table>\n<thead>${row(token.header, 'th')}</thead>\n<tbody>\n${body}\n</tbody></table></div>\n`;
    },
    html: ({ text }: Tokens.HTML | Tokens.Tag) => {
      // What writes a page may say so in a comment.
      if (/^<!--[^>]*-->\s*$/.test(text)) return '';
      throw new Error('Pages are Markdown without HTML.');
    },
  };
}

/** The name of a heading in addresses, as on GitHub; that of an error is its type itself. */
export function anchorOf(heading: string): string {
  if (/^[A-Z][A-Z_]+$/.test(heading)) return heading;
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
