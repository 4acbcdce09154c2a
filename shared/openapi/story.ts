/** What was sent and answered in one story (docs/examples.json): the examples of the description. */
export interface Story {
  /** By operation: a request body, and by status the answer's body. */
  readonly operations: Readonly<Record<string, { request?: unknown; answers: Readonly<Record<string, unknown>> }>>;
  /** By type. */
  readonly events: Readonly<Record<string, unknown>>;
  /** Error bodies by type. */
  readonly errors: Readonly<Record<string, unknown>>;
  readonly challenge?: unknown;
}

export const noStory: Story = { operations: {}, events: {}, errors: {} };

/** A body with its example, where the story has one. */
export function withExample<Body extends object>(body: Body, example: unknown): Body & { example?: unknown } {
  return { ...body, ...(example !== undefined && { example }) };
}
