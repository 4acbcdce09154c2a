/** An object of which every call of a method goes through `around`, as every call to the table goes through an `Intercept`. */
export function wrapCalls<T extends object>(
  object: T,
  around: (name: string, call: () => Promise<unknown>) => Promise<unknown>,
): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => around(String(name), () => value.apply(target, args));
    },
  });
}
