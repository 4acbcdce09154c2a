import type { PortCapability } from '../ports/wiring/capability.ts';

/** A function that is told nothing knows that pages have no public host. */
export const pages: PortCapability<'pages'> = {
  environment: { PAGES_URL: 'pagesUrl' },
  ports: ({ environment }) => ({ pagesUrl: environment.PAGES_URL }),
};
