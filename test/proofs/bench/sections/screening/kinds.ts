import type { Dice } from '../../../simulation/engine/dice.ts';

/** A listed name, as a respelling takes it. */
export interface ListedName {
  /** As the list has it: `LAST, First Middle` or an organization's name. */
  readonly listed: string;
  readonly kind: 'individual' | 'entity';
  readonly last: readonly string[];
  readonly given: readonly string[];
  /** As a payee is named: given names first. */
  readonly name: string;
}

/** A way in which names are written otherwise. Undefined where a name cannot be written so. */
export interface Kind {
  readonly name: string;
  /** The row of the table that it counts in. */
  readonly row: string;
  readonly respell: (name: ListedName, dice: Dice) => string | undefined;
}

export function listedName(listed: string, kind: 'individual' | 'entity'): ListedName {
  const comma = kind === 'individual' ? listed.indexOf(',') : -1;
  const words = (text: string) => text.split(/\s+/).filter(Boolean);
  if (comma < 0) return { listed, kind, last: [], given: words(listed), name: listed };
  const last = words(listed.slice(0, comma)).map(capitalized);
  const given = words(listed.slice(comma + 1));
  return { listed, kind, last, given, name: [...given, ...last].join(' ') };
}

const capitalized = (word: string) =>
  word
    .toLowerCase()
    .replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

type Respell = Kind['respell'];

const persons =
  (respell: Respell): Respell =>
  (name, dice) =>
    name.kind === 'individual' && name.last.length > 0 && name.given.length > 0 ? respell(name, dice) : undefined;

const organizations =
  (respell: Respell): Respell =>
  (name, dice) =>
    name.kind === 'entity' ? respell(name, dice) : undefined;

const changed = (before: string, after: string | undefined) => (after === before ? undefined : after);

/** Replaces everything that a rule finds; undefined where it finds nothing. */
const rewrite = (...rules: readonly (readonly [RegExp, string])[]): Respell => {
  return ({ name }) =>
    changed(
      name,
      rules.reduce((text, [from, to]) => text.replace(from, to), name),
    );
};

/** As `rewrite`, for persons in whose name a sign of the language occurs. */
const rewriteOf = (sign: RegExp, ...rules: readonly (readonly [RegExp, string])[]): Respell =>
  persons((name, dice) => (sign.test(name.name) ? rewrite(...rules)(name, dice) : undefined));

const russian = /(?:ov|ova|ev|eva|in|ina|iy|yy|enko|vich|vna|sky|skiy|chuk)\b/i;
const arabic = /\b(?:al|abd|abu|bin|ibn)\b|(?:ullah|allah)\b|\b(?:mu?hamm?[ae]d|ahmad|hasan|husayn|mahmud)\b/i;
const chinese = /\b(?:zh|x|q)[a-z]+|\b(?:wang|li|chen|liu|yang|huang|zhao|wu|zhou|sun|ma|zhu|hu|guo|lin)\b/i;
const korean = /\b(?:kim|pak|ri|choe|chong|kang|cho|yun|chang|so|han|o|sin)\b/i;

/** Picks a word with enough letters and changes it in one place. */
const slip =
  (change: (word: string, at: number, dice: Dice) => string): Respell =>
  ({ name }, dice) => {
    const words = name.split(' ');
    const long = words.flatMap((word, i) => (/^\p{L}{5,}$/u.test(word) && !forms.test(word) ? [i] : []));
    const chosen = dice.pick(long);
    if (words.length < 2 || chosen === undefined) return undefined;
    const word = words[chosen] as string;
    words[chosen] = change(word, 1 + dice.below(word.length - 2), dice);
    return changed(name, words.join(' '));
  };
const forms = /^(?:company|limited|ltda|corp|corporation|limitada|gmbh|trading|international)$/i;

const letter = (dice: Dice) => 'abcdefghijklmnoprstuvyz'[dice.below(23)] as string;

const lookalikes: Readonly<Record<string, string>> = {
  a: 'а',
  e: 'е',
  o: 'о',
  p: 'р',
  c: 'с',
  x: 'х',
  i: 'і',
  A: 'А',
  E: 'Е',
  O: 'О',
  P: 'Р',
  C: 'С',
  H: 'Н',
  K: 'К',
  M: 'М',
  T: 'Т',
  B: 'В',
};
const marks: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  n: 'ñ',
  c: 'ç',
  s: 'š',
  z: 'ž',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ö',
  U: 'Ü',
  N: 'Ñ',
  C: 'Č',
  S: 'Š',
  Z: 'Ž',
};

const shuffled = (words: readonly string[], dice: Dice) =>
  words
    .map((word) => ({ word, at: dice.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ word }) => word);

/** One of some letters of a name, replaced each with a chance; at least one. */
const sprinkle =
  (table: Readonly<Record<string, string>>): Respell =>
  ({ name }, dice) => {
    const places = [...name].flatMap((character, i) => (table[character] ? [i] : []));
    const sure = dice.pick(places);
    if (sure === undefined) return undefined;
    const replaced = new Set(places.filter((place) => place === sure || dice.chance(0.3)));
    return [...name].map((character, i) => (replaced.has(i) ? table[character] : character)).join('');
  };

const noName =
  /^'?(?:abd|abdu?[a-z]{1,2}|abu|abou|al|el|bin|ibn|haji|hajj|hajji|mullah|sheikh|shaykh|sheik|sayyid|dr|mufti|mawlawi|maulavi)\.?$/i;
const first = (words: readonly string[]) => (noName.test(words[0] ?? '') ? undefined : words[0]);

// What legal forms are called: each a family that is one legal form in one country or nearly so.
const formFamilies: readonly {
  readonly found: RegExp;
  readonly spelled: readonly string[];
  readonly short: readonly string[];
  readonly abroad: readonly string[];
}[] = [
  {
    found: /,?\s+(?:LLC|L\.L\.C\.)$/i,
    spelled: ['Limited Liability Company', 'Limited Liability Co.'],
    short: ['LLC', 'L.L.C.', 'L.L.C'],
    abroad: ['OOO', 'S.R.L.', 'GmbH', 'SARL', 'Ltda.'],
  },
  {
    found: /,?\s+(?:CO\.?,? (?:LTD\.?|LIMITED)|COMPANY,? (?:LTD\.?|LIMITED))$/i,
    spelled: ['Company Limited', 'Company, Limited'],
    short: ['Co., Ltd.', 'Co Ltd', 'Co. Ltd'],
    abroad: ['GmbH', 'S.A.', 'OOO', 'Sdn. Bhd.'],
  },
  {
    found: /,?\s+(?:LTD\.?|LIMITED)$/i,
    spelled: ['Limited'],
    short: ['Ltd', 'Ltd.'],
    abroad: ['GmbH', 'S.A.R.L.', 'S.r.l.', 'OOO', 'B.V.'],
  },
  {
    found: /,?\s+(?:INC\.?|INCORPORATED)$/i,
    spelled: ['Incorporated'],
    short: ['Inc.', 'Inc'],
    abroad: ['AG', 'S.A.', 'OAO', 'A.S.'],
  },
  {
    found: /,?\s+(?:CORP\.?|CORPORATION)$/i,
    spelled: ['Corporation'],
    short: ['Corp.', 'Corp'],
    abroad: ['AG', 'S.A.', 'PJSC'],
  },
  {
    found: /,?\s+(?:PTE\.? LTD\.?)$/i,
    spelled: ['Private Limited'],
    short: ['Pte. Ltd.', 'Pte Ltd'],
    abroad: ['GmbH', 'Sdn Bhd', 'S.A.'],
  },
  {
    found: /,?\s+(?:S\.A\. DE C\.V\.)$/i,
    spelled: ['Sociedad Anonima de Capital Variable', 'Sociedad Anónima de Capital Variable'],
    short: ['SA de CV', 'S.A. de C.V.'],
    abroad: ['Corp.', 'Ltd.', 'AG'],
  },
  {
    found: /,?\s+(?:S\.? DE R\.L\. DE C\.V\.)$/i,
    spelled: ['Sociedad de Responsabilidad Limitada de Capital Variable'],
    short: ['S de RL de CV', 'S. de R.L. de C.V.'],
    abroad: ['LLC', 'GmbH'],
  },
  {
    found: /,?\s+(?:S\.A\.S\.)$/i,
    spelled: ['Sociedad por Acciones Simplificada'],
    short: ['SAS', 'S.A.S.'],
    abroad: ['LLC', 'GmbH'],
  },
  {
    found: /,?\s+(?:S\.A\.)$/i,
    spelled: ['Sociedad Anonima', 'Société Anonyme'],
    short: ['SA', 'S.A.'],
    abroad: ['AG', 'JSC', 'Inc.', 'AO'],
  },
  {
    found: /,?\s+(?:LTDA\.?)$/i,
    spelled: ['Limitada', 'Sociedad Limitada'],
    short: ['Ltda', 'Ltda.'],
    abroad: ['Ltd.', 'GmbH', 'LLC'],
  },
  {
    found: /,?\s+(?:S\.A\.R\.L\.|SARL)$/i,
    spelled: ['Société à responsabilité limitée', 'Societe a responsabilite limitee'],
    short: ['SARL', 'S.A.R.L.'],
    abroad: ['LLC', 'GmbH', 'Ltd'],
  },
  {
    found: /,?\s+(?:S\.R\.L\.|SRL)$/i,
    spelled: ['Società a responsabilità limitata', 'Sociedad de Responsabilidad Limitada'],
    short: ['SRL', 'S.r.l.'],
    abroad: ['LLC', 'GmbH', 'Ltd'],
  },
  {
    found: /,?\s+(?:GMBH)$/i,
    spelled: ['Gesellschaft mit beschränkter Haftung', 'Gesellschaft mit beschraenkter Haftung'],
    short: ['GmbH', 'G.m.b.H.'],
    abroad: ['LLC', 'Ltd', 'B.V.'],
  },
  {
    found: /,?\s+(?:OOO)$/i,
    spelled: [
      'Limited Liability Company',
      'Obshchestvo s ogranichennoy otvetstvennostyu',
      'Obschestvo s Ogranichennoi Otvetstvennostiu',
    ],
    short: ['OOO', 'O.O.O.'],
    abroad: ['LLC', 'Ltd.', 'GmbH'],
  },
  {
    found: /,?\s+(?:OAO)$/i,
    spelled: ['Open Joint Stock Company', 'Otkrytoye aktsionernoye obshchestvo'],
    short: ['OAO', 'O.A.O.'],
    abroad: ['OJSC', 'AG', 'S.A.'],
  },
  {
    found: /,?\s+(?:ZAO)$/i,
    spelled: ['Closed Joint Stock Company', 'Zakrytoe Aktsionernoe Obshchestvo'],
    short: ['ZAO', 'Z.A.O.'],
    abroad: ['CJSC', 'AG', 'S.A.'],
  },
  {
    found: /,?\s+(?:PAO|PJSC)$/i,
    spelled: ['Public Joint Stock Company', 'Publichnoe Aktsionernoe Obshchestvo'],
    short: ['PAO', 'PJSC'],
    abroad: ['PLC', 'AG', 'S.A.'],
  },
  {
    found: /,?\s+(?:AO|JSC|JOINT STOCK COMPANY)$/i,
    spelled: ['Joint Stock Company', 'Aktsionernoe Obshchestvo', 'Joint-Stock Company'],
    short: ['JSC', 'AO', 'J.S.C.'],
    abroad: ['AG', 'S.A.', 'Inc.'],
  },
  { found: /,?\s+(?:FZE)$/i, spelled: ['Free Zone Establishment'], short: ['FZE', 'F.Z.E.'], abroad: ['LLC', 'Ltd'] },
  { found: /,?\s+(?:FZCO|FZC)$/i, spelled: ['Free Zone Company'], short: ['FZCO', 'FZ-LLC'], abroad: ['LLC', 'Ltd'] },
  {
    found: /,?\s+(?:D\.O\.O\.|DOO)$/i,
    spelled: ['Društvo s ograničenom odgovornošću', 'Drustvo sa ogranicenom odgovornoscu'],
    short: ['d.o.o.', 'DOO'],
    abroad: ['LLC', 'GmbH'],
  },
  {
    found: /,?\s+(?:EOOD|OOD)$/i,
    spelled: ['Limited Liability Company', 'Druzhestvo s ogranichena otgovornost'],
    short: ['OOD', 'EOOD'],
    abroad: ['Ltd', 'GmbH'],
  },
  { found: /,?\s+(?:B\.V\.|BV)$/i, spelled: ['Besloten Vennootschap'], short: ['BV', 'B.V.'], abroad: ['GmbH', 'Ltd'] },
  {
    found: /,?\s+(?:S\.P\.A\.|SPA)$/i,
    spelled: ['Società per Azioni'],
    short: ['SpA', 'S.p.A.'],
    abroad: ['AG', 'JSC'],
  },
  {
    found: /,?\s+(?:A\.S\.|A\.Ş\.)$/i,
    spelled: ['Anonim Şirketi', 'Anonim Sirketi'],
    short: ['AS', 'A.S.'],
    abroad: ['AG', 'JSC'],
  },
];

const withForm = (which: 'spelled' | 'short' | 'abroad'): Respell =>
  organizations(({ name }, dice) => {
    const family = formFamilies.find(({ found }) => found.test(name));
    const form = family && dice.pick(family[which]);
    if (!family || form === undefined) return undefined;
    const rest = name.replace(family.found, '');
    return rest === '' ? undefined : changed(name.toLowerCase(), `${rest} ${form}`.toLowerCase());
  });

// How Arabic names are usually spelled, one language's papers and another's.
const mohammeds = [
  'Muhammad',
  'Mohammed',
  'Mohamed',
  'Mohammad',
  'Muhammed',
  'Mohamad',
  'Muhamad',
  'Mohamud',
  'Mahomet',
].slice(0, 7);
const usual: readonly (readonly string[])[] = [
  ['Ahmad', 'Ahmed', 'Ahmet'],
  ['Husayn', 'Hussein', 'Hossein', 'Hussain', 'Husein'],
  ['Hasan', 'Hassan', 'Hasen'],
  ['Yusuf', 'Yousef', 'Youssef', 'Yusef', 'Yousuf'],
  ['Umar', 'Omar', 'Omer'],
  ['Uthman', 'Othman', 'Osman', 'Usman'],
  ['Ibrahim', 'Ebrahim', 'Ibraheem', 'Brahim'],
  ["Isma'il", 'Ismail', 'Ismael', 'Esmail', 'Ismaeel'],
  ['Sulayman', 'Suleiman', 'Sulaiman', 'Soleiman', 'Suleyman'],
  ['Mahmud', 'Mahmoud', 'Mahmood'],
  ["Sa'id", 'Said', 'Saeed', 'Sayeed'],
  ['Khalid', 'Khaled', 'Khalid'],
  ['Hamid', 'Hameed', 'Hamed'],
  ['Rashid', 'Rasheed', 'Rachid'],
  ['Mustafa', 'Mostafa', 'Moustafa', 'Mustapha'],
  ['Tariq', 'Tarek', 'Tareq', 'Tarik'],
  ['Faysal', 'Faisal', 'Feisal', 'Faycal'],
  ['Qasim', 'Kassem', 'Qassem', 'Kasim'],
  ['Jamal', 'Gamal', 'Djamal', 'Djamel'],
  ['Nasir', 'Nasser', 'Naser', 'Nasir'],
  ['Karim', 'Kareem', 'Karim'],
  ['Ayman', 'Aiman', 'Aymen'],
  ['Usama', 'Osama', 'Oussama', 'Ossama'],
  ['Sharif', 'Sherif', 'Shareef', 'Charif'],
  ["Mas'ud", 'Masoud', 'Massoud', 'Masud'],
  ['Mansur', 'Mansour', 'Mansoor'],
  ['Husni', 'Hosni', 'Housni'],
  ['Zayd', 'Zaid', 'Zeid'],
  ['Ghassan', 'Ghasan', 'Rassan'].slice(0, 2),
  ['Walid', 'Waleed', 'Oualid'],
  ['Yahya', 'Yehia', 'Yahia'],
  ['Salih', 'Saleh', 'Salah'].slice(0, 2),
  ['Jabir', 'Jaber', 'Gaber', 'Jabbir'],
  ['Murad', 'Mourad', 'Morad'],
];
const plain = (word: string) => word.replace(/['’‘`]/g, '').toLowerCase();

const fromGroup =
  (groups: readonly (readonly string[])[]): Respell =>
  ({ name }, dice) => {
    const words = name.split(' ');
    const places = words.flatMap((word, i) => {
      const group = groups.find((spellings) => spellings.some((spelling) => plain(spelling) === plain(word)));
      return group ? [{ i, group }] : [];
    });
    if (places.length === 0 || words.length < 2) return undefined;
    for (const { i, group } of places) {
      words[i] =
        dice.pick(group.filter((spelling) => plain(spelling) !== plain(words[i] as string))) ?? (words[i] as string);
    }
    return changed(name, words.join(' '));
  };

const compound: Respell = ({ name }, dice) => {
  const article =
    /\b('?Abd) (?:al|ul|el|ar|as|ad|an|ash|az)?[- ]?('?[A-Z][a-z']+)|\b(Nur|Nasr|Sayf|Saif|Salah|Shams|Jamal|Zayn|Izz|Badr|Fakhr|Taj|Muhyi|Ala|Imad) (?:al|ul|el|ad|ed)[- ]?(Din|Deen|Islam)/i;
  if (!article.test(name)) return undefined;
  const joint = dice.pick(['ul', 'el', 'al', 'assimilated'] as const);
  return name.replace(article, (_, abd?: string, of?: string, begin?: string, end?: string) => {
    const [left, right] = [(abd ?? begin) as string, plain((of ?? end) as string)];
    const sun = /^(?:th|dh|sh|t|d|r|z|s|n|l)/.exec(right)?.[0]?.slice(0, 1);
    const link = joint === 'assimilated' ? (sun ? `u${sun}` : 'ul') : joint;
    return capitalized(`${plain(left)}${link}${right}`);
  });
};

const arabicWords = (name: string) =>
  name
    .replace(/\b[Aa]l[- ]/g, () => 'Al ')
    .replace(/ay/g, 'ai')
    .replace(/iyy/g, 'iy')
    .replace(/q/gi, (q) => (q === 'q' ? 'k' : 'K'));

const reversedCyrillic: readonly (readonly [RegExp, string])[] = [
  [/shch/g, 'щ'],
  [/zh/g, 'ж'],
  [/kh/g, 'х'],
  [/ts/g, 'ц'],
  [/ch/g, 'ч'],
  [/sh/g, 'ш'],
  [/y[ua]\b/g, 'ю'],
  [/yu/g, 'ю'],
  [/ya/g, 'я'],
  [/iya/g, 'ия'],
  [/ye/g, 'е'],
  [/yo/g, 'ё'],
  [/iy\b/g, 'ий'],
  [/yy\b/g, 'ый'],
  [/ey\b/g, 'ей'],
  [/ay\b/g, 'ай'],
  [/oy\b/g, 'ой'],
  [/a/g, 'а'],
  [/b/g, 'б'],
  [/v/g, 'в'],
  [/g/g, 'г'],
  [/d/g, 'д'],
  [/e/g, 'е'],
  [/z/g, 'з'],
  [/i/g, 'и'],
  [/k/g, 'к'],
  [/l/g, 'л'],
  [/m/g, 'м'],
  [/n/g, 'н'],
  [/o/g, 'о'],
  [/p/g, 'п'],
  [/r/g, 'р'],
  [/s/g, 'с'],
  [/t/g, 'т'],
  [/u/g, 'у'],
  [/f/g, 'ф'],
  [/y/g, 'ы'],
  [/j/g, 'й'],
];
const cyrillic: Respell = persons(({ name, given }) => {
  if (!/\b(?:\w+(?:ov|ova|ev|eva|vich|vna|sky|skiy|enko))\b/i.test(name) || given.length < 2) return undefined;
  const letters = reversedCyrillic.reduce((text, [from, to]) => text.replace(from, to), name.toLowerCase());
  return /^[а-яё ]+$/.test(letters)
    ? letters.replace(/(^| )(.)/g, (_, space: string, begin: string) => space + begin.toUpperCase())
    : undefined;
});

/** Everyday spellings of names that have them; other words are spelled by their letters. */
const arabicSpellings: Readonly<Record<string, string>> = {
  muhammad: 'محمد',
  mohammed: 'محمد',
  mohammad: 'محمد',
  mohamed: 'محمد',
  ahmad: 'أحمد',
  ahmed: 'أحمد',
  ali: 'علي',
  hasan: 'حسن',
  hassan: 'حسن',
  husayn: 'حسين',
  hussein: 'حسين',
  mahmud: 'محمود',
  mahmoud: 'محمود',
  khalid: 'خالد',
  ibrahim: 'إبراهيم',
  yusuf: 'يوسف',
  umar: 'عمر',
  omar: 'عمر',
  salih: 'صالح',
  saleh: 'صالح',
  said: 'سعيد',
  hamid: 'حامد',
  karim: 'كريم',
  mustafa: 'مصطفى',
  tariq: 'طارق',
  faysal: 'فيصل',
  qasim: 'قاسم',
  nasir: 'ناصر',
  jamal: 'جمال',
  ismail: 'إسماعيل',
  abdallah: 'عبد الله',
  abdullah: 'عبد الله',
  abd: 'عبد',
  abu: 'أبو',
  bin: 'بن',
  ibn: 'بن',
  uthman: 'عثمان',
  walid: 'وليد',
  samir: 'سمير',
  bashar: 'بشار',
  rashid: 'راشد',
  majid: 'ماجد',
  jasim: 'جاسم',
  sulayman: 'سليمان',
  yasin: 'ياسين',
  husni: 'حسني',
  ammar: 'عمار',
  fadi: 'فادي',
  hisham: 'هشام',
  nabil: 'نبيل',
  imad: 'عماد',
  adnan: 'عدنان',
  munir: 'منير',
  marwan: 'مروان',
};
const reversedArabic: readonly (readonly [RegExp, string])[] = [
  [/^al-?/g, 'ال'],
  [/th/g, 'ث'],
  [/kh/g, 'خ'],
  [/dh/g, 'ذ'],
  [/sh/g, 'ش'],
  [/gh/g, 'غ'],
  [/iyya?h?$/g, 'ية'],
  [/ah?$/g, 'ة'],
  [/^a/g, 'ا'],
  [/^[iu]/g, 'ا'],
  [/i$/g, 'ي'],
  [/u$/g, 'و'],
  [/ay/g, 'ي'],
  [/aw/g, 'و'],
  [/b/g, 'ب'],
  [/t/g, 'ت'],
  [/j/g, 'ج'],
  [/h/g, 'ح'],
  [/d/g, 'د'],
  [/r/g, 'ر'],
  [/z/g, 'ز'],
  [/s/g, 'س'],
  [/f/g, 'ف'],
  [/q/g, 'ق'],
  [/k/g, 'ك'],
  [/l/g, 'ل'],
  [/m/g, 'م'],
  [/n/g, 'ن'],
  [/w/g, 'و'],
  [/y/g, 'ي'],
  [/g/g, 'غ'],
  [/p/g, 'ب'],
  [/v/g, 'ف'],
];
const inArabic: Respell = persons(({ name }, dice) => {
  if (!arabic.test(name)) return undefined;
  const words = name.replace(/\b(al|el)[- ]/gi, 'al-').split(' ');
  const spelled = words.map((word) => {
    const article = /^al-/i.test(word);
    const bare = plain(word).replace(/^al-/, '');
    const letters =
      arabicSpellings[bare] ??
      reversedArabic
        .reduce((text, [from, to]) => text.replace(from, to), bare.replace(/(.)\1/g, '$1'))
        .replace(/[aiu]/g, (vowel) => (dice.chance(0.75) ? '' : vowel === 'a' ? 'ا' : vowel === 'i' ? 'ي' : 'و'));
    return article ? `ال${letters}` : letters;
  });
  const text = spelled.join(' ');
  return /^[\u0621-\u064a ]+$/.test(text) ? text : undefined;
});

const wadeGiles: readonly (readonly [RegExp, string])[] = [
  [/\bZh(?=[aeiou])/g, 'Ch'],
  [/zh(?=[aeiou])/g, 'ch'],
  [/\bX(?=[iu])/g, 'Hs'],
  [/\bQ(?=[iu])/g, "Ch'"],
  [/\bJ(?=[iu])/g, 'Ch'],
  [/\bD/g, 'T'],
  [/\bG/g, 'K'],
  [/\bB/g, 'P'],
  [/\bZ/g, 'Ts'],
  [/ong\b/g, 'ung'],
  [/ian\b/g, 'ien'],
];

/** The ways in which listed names are written otherwise, and the row of the table that each counts in. */
export const kinds: readonly Kind[] = [
  { name: 'as listed', row: 'exact', respell: ({ listed }) => listed },
  { name: 'given name first', row: 'exact', respell: persons(({ name }) => name) },
  {
    name: 'last name first, no comma',
    row: 'word order',
    respell: persons(({ given, last }) => [...last, ...given].join(' ')),
  },
  {
    name: 'given names around the last',
    row: 'word order',
    respell: persons(({ given, last }, dice) =>
      given.length + last.length < 3 || /\b(?:al|abd|abd[aeu][a-z]|bin)\b/i.test(`${given} ${last}`)
        ? undefined
        : shuffled([...given, ...last], dice).join(' '),
    ),
  },
  { name: 'diacritics', row: 'diacritics', respell: sprinkle(marks) },
  { name: 'look-alike letters', row: 'look-alike letters', respell: sprinkle(lookalikes) },
  {
    name: 'hyphens for spaces',
    row: 'moved dots and hyphens',
    respell: persons(({ given, last }) => (given.length > 1 ? `${given.join('-')} ${last.join(' ')}` : undefined)),
  },
  { name: 'no hyphens', row: 'moved dots and hyphens', respell: rewrite([/-/g, ' ']) },
  { name: 'no dots', row: 'moved dots and hyphens', respell: rewrite([/\./g, '']) },
  { name: 'no apostrophes', row: 'moved dots and hyphens', respell: rewrite([/['’`]/g, '']) },
  { name: 'upper case', row: 'exact', respell: ({ name }) => changed(name, name.toUpperCase()) },

  {
    name: 'letter inserted',
    row: 'letter inserted',
    respell: slip((word, at, dice) => word.slice(0, at) + letter(dice) + word.slice(at)),
  },
  {
    name: 'letter deleted',
    row: 'letter deleted',
    respell: slip((word, at) => word.slice(0, at) + word.slice(at + 1)),
  },
  {
    name: 'letters swapped',
    row: 'letters swapped',
    respell: slip((word, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)),
  },
  {
    name: 'letter doubled',
    row: 'letter doubled',
    respell: slip((word, at) => word.slice(0, at) + word.charAt(at) + word.slice(at)),
  },
  {
    name: 'letter replaced',
    row: 'letter replaced',
    respell: slip((word, at, dice) => word.slice(0, at) + letter(dice) + word.slice(at + 1)),
  },

  { name: 'form spelled out', row: 'form spelled out', respell: withForm('spelled') },
  { name: 'form abbreviated', row: 'form abbreviated', respell: withForm('short') },
  { name: 'form in another language', row: 'form in another language', respell: withForm('abroad') },
  {
    name: 'form left out',
    row: 'Latin spellings',
    respell: organizations(({ name }) => {
      const family = formFamilies.find(({ found }) => found.test(name));
      const rest = family && name.replace(family.found, '');
      return rest && rest.split(' ').length > 1 ? rest : undefined;
    }),
  },

  { name: 'compound joined', row: 'Arabic: compound joined', respell: persons(compound) },
  { name: 'Mohammed otherwise', row: "Arabic: Mohammed's family", respell: persons(fromGroup([mohammeds])) },
  { name: 'other usual spellings', row: 'Arabic: other usual spellings', respell: persons(fromGroup(usual)) },
  { name: 'final -eh', row: 'Arabic: final -eh, -a', respell: rewriteOf(arabic, [/ah?\b(?<=[a-z]{4}ah?)/g, 'eh']) },
  { name: 'final -a', row: 'Arabic: final -eh, -a', respell: rewriteOf(arabic, [/ah\b(?<=[a-z]{4}ah)/g, 'a']) },
  {
    name: 'first and last, respelled',
    row: 'Arabic: first and last name, respelled',
    respell: persons(({ given, last }, dice) => {
      const start = first(given);
      if (
        !start ||
        given.length < 2 ||
        !arabic.test([...given, ...last].join(' ')) ||
        /^(?:al-)?abd|abu/i.test(last.join(' '))
      )
        return undefined;
      const name = `${start} ${last.join(' ')}`;
      return (
        fromGroup([mohammeds, ...usual])({ listed: name, kind: 'individual', last, given, name }, dice) ??
        changed(name, arabicWords(name))
      );
    }),
  },
  { name: 'el- for al-', row: 'Latin spellings', respell: rewriteOf(arabic, [/\bal[- ]/gi, 'El ']) },
  { name: 'article joined', row: 'Latin spellings', respell: rewriteOf(arabic, [/\bAl[- ](?=[A-Z])/g, 'Al']) },
  { name: 'article left out', row: 'Latin spellings', respell: rewriteOf(arabic, [/\bal[- ]/gi, '']) },
  { name: 'bin for ibn or none', row: 'Latin spellings', respell: rewriteOf(/\w+ bin \w+ /i, [/\bbin /gi, 'ibn ']) },

  { name: 'Russian -iy as -y', row: 'Latin spellings', respell: rewriteOf(russian, [/iy\b/g, 'y'], [/yy\b/g, 'y']) },
  {
    name: 'Russian -iy as -ii',
    row: 'Latin spellings',
    respell: rewriteOf(russian, [/iy\b/g, 'ii'], [/yy\b/g, 'yi'], [/ey\b/g, 'ei']),
  },
  {
    name: 'Russian ya, yu as ia, iu',
    row: 'Latin spellings',
    respell: rewriteOf(russian, [/ya/g, 'ia'], [/yu/g, 'iu'], [/Ya/g, 'Ia'], [/Yu/g, 'Iu']),
  },
  {
    name: 'Russian in German',
    row: 'Latin spellings',
    respell: rewriteOf(
      russian,
      [/v/g, 'w'],
      [/V/g, 'W'],
      [/kh/g, '#'],
      [/ch/g, 'tsch'],
      [/zh/g, 'sch'],
      [/#/g, 'ch'],
      [/y(?=[aeou])/g, 'j'],
    ),
  },
  {
    name: 'Russian by ISO 9',
    row: 'Latin spellings',
    respell: rewriteOf(
      russian,
      [/shch/g, 'sc'],
      [/kh/g, 'h'],
      [/Kh/g, 'H'],
      [/zh/g, 'z'],
      [/y(?=[aou])/g, 'j'],
      [/iy\b/g, 'ij'],
      [/ts/g, 'c'],
    ),
  },
  { name: 'Russian x for ks', row: 'Latin spellings', respell: rewriteOf(russian, [/ks/g, 'x']) },
  {
    name: 'Russian Ye as E',
    row: 'Latin spellings',
    respell: rewriteOf(russian, [/\bYe/g, 'E'], [/(?<=[aeiouy])ye/g, 'e']),
  },

  { name: 'Chinese by Wade-Giles', row: 'Latin spellings', respell: rewriteOf(chinese, ...wadeGiles.slice(7)) },
  {
    name: 'East Asian given joined',
    row: 'Latin spellings',
    respell: persons(({ given, last, name }) =>
      (korean.test(last.join(' ')) || chinese.test(name)) && given.length === 2 && last.length === 1
        ? `${last[0]} ${given[0]}${(given[1] as string).toLowerCase()}`
        : undefined,
    ),
  },
  {
    name: 'East Asian given hyphened',
    row: 'Latin spellings',
    respell: persons(({ given, last, name }) =>
      (korean.test(last.join(' ')) || chinese.test(name)) && given.length === 2 && last.length === 1
        ? `${given[0]}-${(given[1] as string).toLowerCase()} ${last[0]}`
        : undefined,
    ),
  },
  {
    name: 'umlaut for vowel',
    row: 'Latin spellings',
    respell: rewriteOf(/(?:ae|oe|ue)/, [/ae/g, 'ä'], [/oe/g, 'ö'], [/ue/g, 'ü']),
  },
  {
    name: 'Spanish accents and letters',
    row: 'Latin spellings',
    respell: rewriteOf(/(?:ez|es|os|ia|Gonz|Jose|Maria)\b/, [/ez\b/g, 'es'], [/Jose\b/g, 'José'], [/ia\b/g, 'ía']),
  },
  {
    name: 'middle names left out',
    row: 'Latin spellings',
    respell: persons(({ given, last }) =>
      given.length > 1 && first(given) && !korean.test(last.join(' ')) && !chinese.test(last.join(' '))
        ? `${given[0]} ${last.join(' ')}`
        : undefined,
    ),
  },
  {
    name: 'second last name left out',
    row: 'Latin spellings',
    respell: persons(({ given, last }) =>
      last.length === 2 &&
      !/^(?:al|el|de|la|bin|abu|abd|abd[aeu][a-z]|van|von|del)$/i.test(last[0] as string) &&
      !/^abd/i.test(last[0] as string)
        ? [...given, last[0]].join(' ')
        : undefined,
    ),
  },
  {
    name: 'title before',
    row: 'Latin spellings',
    respell: persons(({ name }, dice) => `${dice.pick(['Mr.', 'Dr.', 'Prof.', 'Haji', 'Sheikh', 'Gen.'])} ${name}`),
  },
  {
    name: 'words run together',
    row: 'Latin spellings',
    respell: ({ given, last }) =>
      given.length + last.length < 2 || given.join('').length + last.join('').length < 9
        ? undefined
        : [...given, ...last].join(''),
  },
  {
    name: 'digits for letters',
    row: 'Latin spellings',
    respell: ({ name }) =>
      /\d|\bOOO\b/.test(name)
        ? undefined
        : changed(name, name.replace(/o/gi, '0').replace(/(?<=[a-z])i(?=[a-z])/gi, '1')),
  },
  {
    name: 'rn for m',
    row: 'Latin spellings',
    respell: persons(({ name }) => changed(name, name.replace(/(?<=[a-z])m(?=[a-z])/, 'rn'))),
  },
  {
    name: 'and for &',
    row: 'Latin spellings',
    respell: organizations(({ name }) =>
      changed(name, / & /.test(name) ? name.replace(/ & /g, ' and ') : name.replace(/ AND /g, ' & ')),
    ),
  },
  {
    name: 'common words abbreviated',
    row: 'Latin spellings',
    respell: organizations(({ name }) =>
      changed(
        name,
        name
          .replace(/\bINTERNATIONAL\b/, 'INTL')
          .replace(/\bMANAGEMENT\b/, 'MGMT')
          .replace(/\bINDUSTRIES\b/, 'IND.')
          .replace(/\bENGINEERING\b/, 'ENG.')
          .replace(/\bBROTHERS\b/, 'BROS'),
      ),
    ),
  },
  {
    name: 'a branch named',
    row: 'Latin spellings',
    respell: organizations(({ name }, dice) =>
      name.split(' ').length < 3 || name.length < 14 || forms.test(name)
        ? undefined
        : `${name} - ${dice.pick(['Head Office', 'Branch', 'Main Branch'])}`,
    ),
  },

  {
    name: 'initial for the given name',
    row: 'initials',
    respell: persons(({ given, last }) =>
      given[0] ? `${given[0].replace(/\P{L}/gu, '').charAt(0)}. ${last.join(' ')}` : undefined,
    ),
  },
  {
    name: 'initials for all given names',
    row: 'initials',
    respell: persons(({ given, last }) =>
      given.length > 1
        ? `${given.map((word) => `${word.replace(/\P{L}/gu, '').charAt(0)}.`).join(' ')} ${last.join(' ')}`
        : undefined,
    ),
  },
  {
    name: 'initial for the middle name',
    row: 'Latin spellings',
    respell: persons(({ given, last }) =>
      given.length === 2 && first(given) && !korean.test(last.join(' ')) && !chinese.test(last.join(' '))
        ? `${given[0]} ${(given[1] as string).replace(/\P{L}/gu, '').charAt(0)}. ${last.join(' ')}`
        : undefined,
    ),
  },

  { name: 'in Cyrillic', row: 'name in Cyrillic', respell: cyrillic },
  { name: 'in Arabic script', row: 'name in Arabic script', respell: inArabic },
];
