import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';

/** Something that must hold, as a sentence. */
export interface Invariant {
  readonly name: string;
  /** @returns what breaks it, in plain words */
  readonly broken: (books: Books, world: World) => string[];
}
