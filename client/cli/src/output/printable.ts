/**
 * Characters that control a terminal. A file or an answer may contain them, but they must not control the user's
 * terminal.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern takes these characters out
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text that is safe to show on a terminal. */
export function printable(text: string): string {
  return text.replace(controls, '\u{fffd}');
}

/** JSON on one line, with such characters escaped. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    controls,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
