import { type Fault, UsageError } from './fault.ts';

/**
 * Reads a delimiter from an option.
 * @throws UsageError
 */
export function readDelimiter(option: string | undefined): string | undefined {
  const delimiter = option === 'tab' ? '\t' : option;
  if (delimiter !== undefined && !isDelimiter(delimiter)) {
    throw new UsageError('--delimiter is one character, or "tab".');
  }
  return delimiter;
}

function isDelimiter(text: string): boolean {
  return text.length === 1 && !/["\n\r]/.test(text);
}

export interface DividedText {
  readonly text: string;
  readonly delimiter: string;
}

/** A first line `sep=;`, which Excel also reads. It may be quoted and padded with delimiters. */
const separatorLine = /^"?sep=(.)"?\1*[ "]*(?=\n|$)/i;

/**
 * Finds the delimiter that a file names in its first line, and empties that line, so that the others keep their
 * numbers.
 * @param given by the option; the file must not name a different one
 */
export function divide(text: string, given: string | undefined): DividedText | { readonly fault: Fault } {
  const [line, named] = separatorLine.exec(text) ?? [];
  if (line === undefined || named === undefined || !isDelimiter(named)) return divided(text, given ?? ',');
  if (given !== undefined && given !== named) {
    return {
      fault: { line: 1, message: `The file names ${quoted(named)} as its delimiter, --delimiter another one.` },
    };
  }
  return divided(text.slice(line.length), named);
}

/** At least two columns are needed, so if the header does not contain the delimiter, the file uses another one. */
function divided(text: string, delimiter: string): DividedText | { readonly fault: Fault } {
  const [header = ''] = text.trimStart().split('\n', 1);
  const other = [';', '\t', ',', '|'].find((candidate) => header.includes(candidate));
  if (header.includes(delimiter) || other === undefined) return { text, delimiter };
  const line = text.slice(0, text.indexOf(header)).split('\n').length;
  return {
    fault: { line, message: `The header is a single column; for this file, give --delimiter ${quoted(other)}.` },
  };
}

function quoted(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : `"${delimiter}"`;
}
