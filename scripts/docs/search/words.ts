/**
 * A text as the words by which it is found: `destinationAccountId` by itself and by its parts. Pages and what is typed are read alike.
 * @returns in lower case
 */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => {
    const parts = word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
    return [...new Set([word, ...(parts.length > 1 ? parts : [])])].filter(Boolean).map((one) => one.toLowerCase());
  });
}
