/** A call to the store: the command's name without `Command`, and what it was given. */
export interface StoreCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Stands between a caller and the store; sends the call, or refuses it. */
export type Intercept = (call: StoreCall, send: () => Promise<unknown>) => Promise<unknown>;

interface Client {
  send(command: never): unknown;
}

interface Command {
  readonly constructor: { readonly name: string };
  readonly input: StoreCall['input'];
}

/** A client, of either kind, whose every call passes the intercepts, the first one outermost. */
export function intercepted<C extends Client>(client: C, ...intercepts: readonly Intercept[]): C {
  const wrapped: C = Object.create(client);
  wrapped.send = ((command: Command) => {
    const call = { name: command.constructor.name.replace(/Command$/, ''), input: command.input };
    const send = async () => client.send(command as never);
    return intercepts.reduceRight<() => Promise<unknown>>((next, intercept) => () => intercept(call, next), send)();
  }) as C['send'];
  return wrapped;
}
