/** Text in a code block that looks like a link is not a link. */
const code = /(^ *```.*?^ *```$)/ms;
const link = /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g;

/**
 * Rewrites the links of a page.
 * @param addressOf the new address; undefined removes the link and keeps its text
 */
export function withSiteLinks(markdown: string, addressOf: (href: string) => string | undefined): string {
  return markdown
    .split(code)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(link, (_, words, href) => linkTo(words, addressOf(href))),
    )
    .join('');
}

function linkTo(words: string, address: string | undefined): string {
  return address === undefined ? words : `[${words}](${address})`;
}
