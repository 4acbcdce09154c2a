/** Latin letters that Unicode does not decompose into a base letter and marks. */
export const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ə: 'a' },
  // Letters from the alphabets of African languages.
  ...{ ɓ: 'b', ɖ: 'd', ɗ: 'd', ɛ: 'e', ǝ: 'e', ƒ: 'f', ɣ: 'g', ƙ: 'k', ɲ: 'n', ɔ: 'o', ʋ: 'v', ƴ: 'y' },
  // Small capitals.
  ...{ ᴀ: 'a', ʙ: 'b', ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ꜰ: 'f', ɢ: 'g', ʜ: 'h', ɪ: 'i', ᴊ: 'j', ᴋ: 'k', ʟ: 'l', ᴍ: 'm' },
  ...{ ɴ: 'n', ᴏ: 'o', ᴘ: 'p', ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z' },
};

/**
 * NFKD also turns full-width characters and ligatures into plain letters. Invisible characters are removed, so that
 * they do not separate words.
 */
export function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '');
}
