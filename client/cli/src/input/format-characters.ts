/**
 * Scripts in which words are spelled with joiners: those with connected letters, such as Arabic, Persian and Urdu, and
 * those of India and its neighbors, in which a joiner selects the form of a cluster.
 */
const scripts = [
  ...['Adlm', 'Arab', 'Mand', 'Mong', 'Nkoo', 'Phag', 'Rohg', 'Syrc'],
  ...['Beng', 'Cakm', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Mtei', 'Newa', 'Orya', 'Sinh', 'Taml', 'Telu', 'Tirh'],
  ...['Bali', 'Java', 'Khmr', 'Mymr'],
].map((script) => String.raw`\p{Script_Extensions=${script}}`);
const ofScripts = (category: string) => `[[${category}]&&[${scripts.join('')}]]`;
const letter = ofScripts(String.raw`\p{L}\p{M}`);
const sign = ofScripts(String.raw`\p{M}`);
const mongolian = String.raw`[[\p{L}\p{M}]&&\p{Script_Extensions=Mong}]`;

const whereTheyBelong = new RegExp(
  [
    // A non-joiner between two letters, or at the end of a word after a sign that would join the next letter.
    String.raw`(?<=${letter})\u200c(?=${letter})`,
    String.raw`(?<=${sign})\u200c(?![\u200c\u200d])`,
    // A joiner can also end an abbreviation, so that the last letter looks as if the word continued.
    String.raw`(?<=${letter})\u200d(?![\u200c\u200d])`,
    // The Mongolian vowel separator.
    String.raw`(?<=${mongolian})\u180e(?=${mongolian})`,
    // The joiner between two emoji.
    String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
    // The flag of a region: a black flag, the code of the region in tags, and the tag that ends it.
    String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  ].join('|'),
  'gv',
);

/** Format characters that are valid in some places, and those above U+FFFF. */
const ofInterest = /[\u180e\u200c\u200d]|(?=\p{Cf})[\u{10000}-\u{10ffff}]/u;

/**
 * Whether a joiner, a tag or another format character above U+FFFF is at a position where it is not part of a word, an
 * emoji or a flag. The service refuses such characters, but the patterns in its description do not say so. This is a
 * copy of the service's rule; a test compares them.
 */
export function hasStrayFormatCharacter(text: string): boolean {
  return ofInterest.test(text) && ofInterest.test(text.replace(whereTheyBelong, ''));
}
