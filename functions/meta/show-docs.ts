import { docsPrefix, openApi30Path, type Site } from '../../shared/contract/site.ts';

/** The documentation, as `scripts/docs` renders it, and the page at the root that leads there. */
export const site: Site = {
  name: 'showDocs',
  summary: 'Show the documentation',
  paths: ['/', '/llms.txt', docsPrefix, `${docsPrefix}/{file}`, `${docsPrefix}/reference/{file}`, openApi30Path],
};
