import { join } from 'node:path';

/** The folder in which tools are kept between runs. It is deleted together with the dependencies. */
export const toolCache = join(import.meta.dirname, '../../node_modules/.cache');

/**
 * The caller's variables that describe how this machine reaches a registry.
 * @param own matches those of one installer
 */
export function registrySettings(own: RegExp): Record<string, string> {
  const shared = /^(HOME|https?_proxy|no_proxy|SSL_CERT_\w+)$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value && (shared.test(name) || own.test(name)) ? [[name, value]] : [],
    ),
  );
}
