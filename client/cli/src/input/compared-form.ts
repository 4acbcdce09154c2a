/**
 * The form of a text by which the service decides whether two texts are the same: one kind of space, no characters that
 * nobody sees, NFC, nothing at the ends. This is a copy of the service's rule; a test compares them.
 */
export function comparedForm(text: string): string {
  return text
    .replace(/\p{White_Space}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .normalize('NFC')
    .trim();
}
