/** What looks like a link in a block of code is none. */
const code = /(^ *```.*?^ *```$)/ms;
const link = /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g;

/**
 * Writes the links of a page anew.
 * @param addressOf the new address; where it is undefined the words alone stay
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
