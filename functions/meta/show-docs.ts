import { docsPrefix, openApi30Path, type Site } from '../../shared/contract/site.ts';

/** The documentation, as rendered by `scripts/docs`, and the page at the root that leads there. */
export const site: Site = {
  name: 'showDocs',
  summary: 'Show the documentation',
  paths: ['/', '/llms.txt', docsPrefix, `${docsPrefix}/{file}`, `${docsPrefix}/reference/{file}`, openApi30Path],
};
