/**
 * The form in which the service compares texts: one kind of space, no invisible characters, NFC, trimmed. This is a
 * copy of the service's rule; a test compares them.
 */
export function comparedForm(text: string): string {
  return text
    .replace(/\p{White_Space}/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .normalize('NFC')
    .trim();
}
