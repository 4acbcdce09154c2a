import type { html } from 'hono/html';
import type { Language } from './language.ts';
import type { PageText } from './texts/en.ts';
import type { Words } from './words.ts';

/** A piece of HTML in which every value was escaped. */
export type Markup = ReturnType<typeof html>;

/** What all pages show around their content. `Key` names the texts of one kind of page. */
export interface Frame<Key extends string = never> {
  readonly words: Words<Key | PageText>;
  /** Name of the organization whose page it is; undefined where nothing may be told of it. */
  readonly organization?: string | undefined;
  readonly livemode: boolean;
  /** The page's own path and parameters, for its other languages; without a path it names none. */
  readonly path?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** The language that the address asked for, which the page's links keep. */
  readonly wanted?: Language | undefined;
}
