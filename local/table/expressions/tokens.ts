import { UnknownForm, ValidationException } from '../errors.ts';
import { reservedWords } from './reserved-words.ts';

const TOKEN = /\s*([:#]?[A-Za-z_]\w*|<=|>=|[=<>(),+])/y;

/** Reads an expression word by word. */
export class Tokens {
  readonly expression: string;
  readonly #words: string[] = [];
  #at = 0;

  /** @throws UnknownForm at a character that no known expression has */
  constructor(expression: string) {
    this.expression = expression;
    TOKEN.lastIndex = 0;
    const text = expression.trimEnd();
    while (TOKEN.lastIndex < text.length) {
      const [, word] = TOKEN.exec(text) ?? this.fail();
      this.#words.push(word as string);
    }
  }

  get isOver(): boolean {
    return this.#at >= this.#words.length;
  }

  /** Takes the next word if it is this one. Keywords may be written in either case. */
  takes(word: string): boolean {
    if (this.#words[this.#at]?.toUpperCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  /** Takes the next word. @throws UnknownForm when it is another one */
  expect(word: string): void {
    if (!this.takes(word)) this.fail();
  }

  /** Takes the name of a function and its opening bracket, if one of these is next. */
  takesFunction<Name extends string>(...names: readonly Name[]): Name | undefined {
    const name = names.find((known) => known === this.#words[this.#at]);
    if (!name || this.#words[this.#at + 1] !== '(') return undefined;
    this.#at += 2;
    return name;
  }

  /** The next word, which must be of a kind. @throws UnknownForm; ValidationException for a reserved word */
  next(kind: RegExp): string {
    const word = this.#words[this.#at] ?? '';
    if (!kind.test(word) || this.#words[this.#at + 1] === '(') this.fail();
    if (reservedWords.has(word.toUpperCase())) throw new ValidationException(`${word} is a reserved word`);
    this.#at += 1;
    return word;
  }

  /** Parts separated by commas. */
  list<Part>(read: () => Part): Part[] {
    const parts = [read()];
    while (this.takes(',')) parts.push(read());
    return parts;
  }

  fail(): never {
    throw new UnknownForm(this.expression);
  }
}
