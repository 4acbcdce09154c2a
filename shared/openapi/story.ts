/** What an operation was first sent and answered. */
export interface ToldOperation {
  /** The path parameters, apart from the organization. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The body. */
  readonly request?: unknown;
  /** The answer's body, by status. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The requests and answers of one story (docs/generated/examples.json): the examples of the description. */
export interface Story {
  readonly operations: Readonly<Record<string, ToldOperation>>;
  /** By type. */
  readonly events: Readonly<Record<string, unknown>>;
  /** Error bodies by type. */
  readonly errors: Readonly<Record<string, unknown>>;
  readonly challenge?: unknown;
}

export const noStory: Story = { operations: {}, events: {}, errors: {} };

/** A body with its example, if the story has one. */
export function withExample<Body extends object>(body: Body, example: unknown): Body & { example?: unknown } {
  return { ...body, ...(example !== undefined && { example }) };
}
