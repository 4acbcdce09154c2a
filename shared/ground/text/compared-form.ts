/**
 * The form in which the service compares texts that people write, such as names, references and external ids.
 * Uniqueness, lookups, filters and the search for duplicates use it. A text is stored, answered, signed and hashed as
 * it was sent, never in this form.
 *
 * The form is made in four steps:
 *
 * 1. Each character with the Unicode property `White_Space` becomes U+0020. Runs of spaces keep their length.
 * 2. Each character with the property `Default_Ignorable_Code_Point` is removed: joiners, variation selectors, tags,
 *    fillers, direction marks.
 * 3. The rest is normalized to NFC.
 * 4. Spaces at both ends are removed.
 *
 * Case, width, punctuation and letters that merely look alike still distinguish two texts. Applying the form twice
 * changes nothing. A form has at most 6 bytes of UTF-8 for each UTF-16 unit of its text, so that 255 of them fit in a
 * key of the table.
 *
 * @example comparedForm('José\u00a0Lima') === comparedForm('Jose\u0301 Lima')
 */
export function comparedForm(text: string): string {
  return text
    .replace(/\p{White_Space}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .normalize('NFC')
    .trim();
}

/**
 * The texts under which something may have been stored: the text as it was sent, which earlier releases used, and its
 * compared form. They are identical in almost every request. A match on the first one is exact.
 */
export function storedTexts(text: string): readonly [asSent: string, ...form: string[]] {
  const form = comparedForm(text);
  return form === text ? [text] : [text, form];
}
