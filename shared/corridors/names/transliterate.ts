/** Letters of Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian and Kazakh, after BGN/PCGN. */
const cyrillic: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'yo',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'y',
    к: 'k',
    л: 'l',
    м: 'm',
  },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch' },
  ...{ ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ў: 'u' },
  ...{ ђ: 'dj', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'ch', џ: 'dzh', ѓ: 'gj', ќ: 'kj', ѕ: 'dz' },
  ...{ ә: 'a', ғ: 'g', қ: 'k', ң: 'n', ө: 'o', ұ: 'u', ү: 'u', һ: 'h' },
};

/** Letters of Arabic, Persian, Urdu and Kurdish. Short vowels are not written, and comparisons must allow for that. */
const arabic: Readonly<Record<string, string>> = {
  ...{ ا: 'a', أ: 'a', إ: 'i', آ: 'a', ٱ: 'a', ء: '', ؤ: 'u', ئ: 'y', ع: '', ب: 'b', ت: 't', ث: 'th', ج: 'j', ح: 'h' },
  ...{ خ: 'kh', د: 'd', ذ: 'dh', ر: 'r', ز: 'z', س: 's', ش: 'sh', ص: 's', ض: 'd', ط: 't', ظ: 'z', غ: 'gh', ف: 'f' },
  ...{ ق: 'q', ك: 'k', ل: 'l', م: 'm', ن: 'n', ه: 'h', و: 'w', ي: 'y', ى: 'a', ة: 'a' },
  ...{
    پ: 'p',
    چ: 'ch',
    ژ: 'zh',
    گ: 'g',
    ک: 'k',
    ی: 'y',
    ۀ: 'e',
    ہ: 'h',
    ھ: 'h',
    ے: 'e',
    ٹ: 't',
    ڈ: 'd',
    ڑ: 'r',
    ں: 'n',
  },
  ...{ ۆ: 'o', ێ: 'e', ە: 'e', ڕ: 'r', ڵ: 'l', ڤ: 'v' },
};

/** Words whose pronunciation does not follow from their letters. */
const arabicWords: Readonly<Record<string, string>> = {
  الله: 'allah',
  عبد: 'abd',
  بن: 'bin',
  ابن: 'ibn',
  أبو: 'abu',
  ابو: 'abu',
};

const composed = (text: string) => text.normalize('NFC').toLowerCase();
const lettersOf = (text: string): readonly string[] => text.match(/\p{L}/gu) ?? [];
const isAllIn = (table: Readonly<Record<string, string>>, letters: readonly string[]) =>
  letters.length > 0 && letters.every((letter) => table[letter] !== undefined);

/** A name in Latin letters, from a script with a table. */
export interface Transliterated {
  readonly name: string;
  /** Whether the script omits short vowels. */
  readonly unvowelled: boolean;
}

/** Whether all letters of a word belong to one script with a table. */
export function isTransliterable(word: string): boolean {
  const letters = lettersOf(composed(word));
  return isAllIn(cyrillic, letters) || isAllIn(arabic, letters);
}

/**
 * The name with its Cyrillic or Arabic words in Latin letters. Undefined if it has none. A word of two scripts stays
 * unchanged. `Владимир Путин` -> `vladimir putin`
 */
export function transliterated(name: string): Transliterated | undefined {
  let unvowelled = false;
  let found = false;
  const words = composed(name)
    .split(/\s+/)
    .map((word) => {
      const letters = lettersOf(word);
      if (isAllIn(cyrillic, letters)) {
        found = true;
        return [...word].map((letter) => cyrillic[letter] ?? letter).join('');
      }
      if (!isAllIn(arabic, letters)) return word;
      found = true;
      unvowelled = true;
      return arabicWord(word);
    });
  return found ? { name: words.join(' '), unvowelled } : undefined;
}

/** The article becomes a separate word: `الحسن` -> `al hsn`. */
function arabicWord(word: string): string {
  const bare = word.replace(/[\p{M}ـ]/gu, '');
  const known = arabicWords[bare];
  if (known !== undefined) return known;
  if (/^ال.{3,}/u.test(bare)) return `al ${arabicWord(bare.slice(2))}`;
  return [...bare].map((letter) => arabic[letter] ?? letter).join('');
}
