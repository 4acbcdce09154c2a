import type { Part } from './name-parts.ts';

/** Chinese, Korean and Vietnamese last names in their usual romanizations. */
export const eastAsianLastNames = `
  an ahn bai baek bao bui cai cao chae chan chang chao che chen cheng cheon cheung chi chiang chin cho choe choi chon chong chou
  chu chun chung dai dang deng ding do dong du duan duong fan fang feng fu gan gao ge gong gu guan guo ha han hao he ho hoang hong
  hou hsieh hsu hu hua huang huynh hwang hyon hyun im jang jeon jeong ji jia jiang jin jo jon joo ju jung kang kim kong ku kuo kwak
  kwon lai lam lan lau le lee lei leung li liang liao lim lin ling liu lo lu luo luu ly ma mai mao meng min mo mun myong nam ngo
  nguyen ni nie no oh ou pae paek pak pan pang park peng pham phan pyon qi qian qiao qin qiu qu rao ren ri rim ro roh ryang ryom
  ryu seo seong shao shen shi shim shin si sim sin so son song su suh sun tai tan tang tao thai tian to tong tran trinh truong tsai
  tseng u vo vu wan wang wei wen weng won wong woo wu xia xiao xie xiong xu xue yan yang yao ye yeh yeo yi yim yin yon yoo yoon
  you yu yuan yue yun zeng zhang zhao zheng zhong zhou zhu zhuang zou`;
const lastNames = new Set(eastAsianLastNames.trim().split(/\s+/));
const syllable =
  /^(?:[bcdfghjklmnpqrstwxyz]|[czs]h|ng|ky|my|hw|kw|ry|hy)?(?:[aeiou]|ae|ai|ao|ei|eo|eu|ia|iao|ie|io|iu|oe|ou|ua|uai|ue|ui|uo|wa|wo|wi|ya|ye|yo|yu|yeo|eoi)(?:n|ng|k|l|m|p|t|r|h)?$/;

const pinyin =
  /^(?:zh|[xqz]|c(?!h))(?:i?ang?|i?ao|i?[aeiou]|ai|ei|e?ng?|eng|ou|ong|iu|ing?|iong|u[aeio]|uan|uang|uai|un)$/;

/**
 * Whether a word is a syllable that is spelled this way only in pinyin, in which `zhang` and `zheng` are two names.
 */
export function isPinyin(word: string): boolean {
  return pinyin.test(word);
}

/** Whether a word is one syllable, as each part of an East Asian name is. */
export function isSyllable(word: string): boolean {
  return word.length <= 6 && syllable.test(word);
}

const isLastName = ({ text }: Part) => lastNames.has(text);

/**
 * A person's name with the two syllables of the given name as one word, because each syllable alone is very common. It
 * is unknown which end is the last name, so there may be two results. None for other names. `kim jong un` -> `kim
 * jongun`.
 */
export function withGivenNameAsOne(parts: readonly Part[]): readonly (readonly Part[])[] {
  const [one, two, three] = parts;
  if (
    parts.length !== 3 ||
    !one ||
    !two ||
    !three ||
    !parts.every(({ text, kind }) => kind === 'word' && isSyllable(text))
  )
    return [];
  const joined = (left: Part, right: Part): Part => ({ text: left.text + right.text, kind: 'word', isUnit: true });
  return [
    ...(isLastName(one) ? [[one, joined(two, three)]] : []),
    ...(isLastName(three) ? [[joined(one, two), three]] : []),
  ];
}
