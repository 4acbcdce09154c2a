import { join } from 'node:path';
import { docsPrefix, type Site } from '../../shared/contract/site.ts';
import { serveSite } from '../../shared/lambda/serve-site.ts';

/** The documentation, as `scripts/docs` renders it, and the page at the root that leads there. */
export const site: Site = {
  name: 'showDocs',
  summary: 'Show the documentation',
  paths: ['/', docsPrefix, `${docsPrefix}/{file}`],
};

export const handler = serveSite(site, join(import.meta.dirname, 'site'));
