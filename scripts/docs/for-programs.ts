import { apiPrefix } from '../../shared/contract/endpoint.ts';
import { docsPrefix } from '../../shared/contract/site.ts';
import type { SitePage } from './pages.ts';
import { withSiteLinks } from './site-links.ts';

/** A page in Markdown, for programs. Its links lead to other pages in Markdown. */
export function markdownFile({ markdown }: SitePage, pages: readonly SitePage[]): string {
  const paths = new Map(pages.map(({ path, markdownPath }) => [path, markdownPath]));
  return withSiteLinks(markdown, (href) => {
    const [path = '', ...anchor] = href.split('#');
    const inMarkdown = paths.get(path);
    return inMarkdown === undefined ? href : [inMarkdown, ...anchor].join('#');
  });
}

/** The list of pages for language models (https://llmstxt.org), at `/llms.txt`. */
export function llmsFile(guide: readonly SitePage[], reference: readonly SitePage[]): string {
  const [home, ...pages] = guide;
  if (!home) throw new Error('The page at the root is missing.');
  return `# ${home.title}

> ${home.summary}

Every page of ${docsPrefix} is also there in Markdown. The whole API is described by OpenAPI at ${apiPrefix}/openapi.json.

## Guides

${pages.map(entryOf).join('\n')}

## Reference

${reference.map(entryOf).join('\n')}
`;
}

function entryOf({ title, markdownPath, summary }: SitePage): string {
  return `- [${title}](${markdownPath}): ${summary}`;
}
