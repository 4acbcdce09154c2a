import type { PortCapability } from '../ports/wiring/capability.ts';

/** Without the environment variable, a function knows that pages have no public host. */
export const pages: PortCapability<'pages'> = {
  environment: { PAGES_URL: 'pagesUrl' },
  ports: ({ environment }) => ({ pagesUrl: environment.PAGES_URL }),
};
