import { docsPrefix, openApi30Path } from '../../shared/contract/site.ts';
import { notFound } from '../../shared/http/site/site-files.ts';
import { asOpenApi30 } from '../../shared/openapi/version-3-0.ts';
import { type Asset, assetOf, commonAssets } from './assets.ts';
import { llmsFile, markdownFile } from './for-programs.ts';
import { downloads, guideNavigation, readDownload, readGuide } from './pages.ts';
import { description } from './reference/description.ts';
import { readReference, referenceNavigation } from './reference/pages.ts';
import { referenceEntries } from './reference/search-entries.ts';
import { type Documents, renderNotFound, renderPages } from './render-pages.ts';
import { searchEntries } from './search/search-index.ts';
import type { SiteContent } from './store-file.ts';
import { pagePolicy, policyOf } from './template.ts';

/** Anything that is not a page loads and shows nothing. */
const closed = policyOf({});
const json = 'application/json; charset=utf-8';

/** Every file of the site. */
export function siteContents(): SiteContent[] {
  const [guide, reference] = [readGuide(), readReference()];
  const entries = searchEntries(guide, referenceEntries());
  const index = assetOf('search', 'json', Buffer.from(JSON.stringify(entries)), json);
  const frame = { navigation: guideNavigation(guide), searchIndex: index.path };
  const documents = {
    ...renderPages(guide, frame),
    ...renderPages(reference, { ...frame, navigation: referenceNavigation() }),
    [notFound]: renderNotFound(frame),
  };
  const pages = [...guide, ...reference];
  return [
    ...pageFiles(documents),
    ...pages.map((page) => textFile(page.markdownPath, markdownFile(page, pages), 'markdown')),
    textFile('/llms.txt', llmsFile(guide, reference), 'plain'),
    ...[...commonAssets, index].map(assetFile),
    ...downloads().map(downloadFile),
    openApi30File(),
  ];
}

function pageFiles(documents: Documents): SiteContent[] {
  const said = { contentType: 'text/html; charset=utf-8', policy: pagePolicy };
  return Object.entries(documents).map(([path, content]) => ({ path, content, ...said }));
}

function textFile(path: string, content: string, kind: 'markdown' | 'plain'): SiteContent {
  return { path, content, contentType: `text/${kind}; charset=utf-8`, policy: closed };
}

function assetFile(asset: Asset): SiteContent {
  return { ...asset, policy: closed, isFinal: true };
}

function downloadFile(name: string): SiteContent {
  return {
    path: `${docsPrefix}/${name}`,
    content: readDownload(name),
    contentType: json,
    policy: closed,
    saveAs: name,
  };
}

function openApi30File(): SiteContent {
  return { path: openApi30Path, content: JSON.stringify(asOpenApi30(description)), contentType: json, policy: closed };
}
