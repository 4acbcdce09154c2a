/**
 * The words of a text by which it is found: `destinationAccountId` as a whole and by its parts. Pages and search terms
 * are treated in the same way.
 * @returns in lower case
 */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => {
    const parts = word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
    return [...new Set([word, ...(parts.length > 1 ? parts : [])])].filter(Boolean).map((one) => one.toLowerCase());
  });
}
