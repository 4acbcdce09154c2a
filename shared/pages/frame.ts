import type { html } from 'hono/html';
import type { Language } from './language.ts';
import type { PageText } from './texts/en.ts';
import type { Words } from './words.ts';

/** A piece of HTML in which every value has been escaped. */
export type Markup = ReturnType<typeof html>;

/** What all pages show around their content. `Key` lists the texts of one kind of page. */
export interface Frame<Key extends string = never> {
  readonly words: Words<Key | PageText>;
  /** Name of the organization whose page it is. Undefined if nothing may be revealed about it. */
  readonly organization?: string | undefined;
  readonly livemode: boolean;
  /** The page's own path and parameters, for links to other languages. Without a path there are no such links. */
  readonly path?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** The language requested in the address, which the page's links preserve. */
  readonly wanted?: Language | undefined;
}
