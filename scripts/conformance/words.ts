/** The words of a text, without the punctuation around them and the borders of table cells. */
export function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map((word) => word.replace(/^[.,;:()|]+|[.,;:()|]+$/g, ''))
    .filter((word) => word !== '');
}

/** Positions in `words` that a quote covers wherever it stands there, its words in a row and whole. */
export function positionsOf(quote: readonly string[], words: readonly string[]): number[] {
  if (quote.length === 0) return [];
  const starts = words.flatMap((_, start) =>
    quote.every((word, index) => words[start + index] === word) ? [start] : [],
  );
  return starts.flatMap((start) => quote.map((_, index) => start + index));
}
