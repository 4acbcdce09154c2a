/** Statements of one section, each with its whole text; every statement of the section if `rows` is absent. */
export interface Listed {
  readonly section: string;
  readonly rows?: readonly string[];
}

/** Statements without a test, by the reason why they cannot have one. */
export type Lists = Readonly<Record<string, readonly Listed[]>>;

/** One entry of a list: a statement, or a whole section where `text` is undefined. */
export interface Entry {
  readonly name: string;
  readonly section: string;
  readonly text?: string;
}

export function entriesOf(lists: Lists): Entry[] {
  return Object.entries(lists).flatMap(([name, listed]) =>
    listed.flatMap(({ section, rows }): Entry[] =>
      rows ? rows.map((text) => ({ name, section, text })) : [{ name, section }],
    ),
  );
}
