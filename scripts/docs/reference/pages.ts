import type { NavigationGroup } from '../navigation.ts';
import { pageOf, type SitePage } from '../pages.ts';
import { operations, operationTags } from './description.ts';
import { eventFamilies, eventsInMarkdown } from './event-page.ts';
import { indexInMarkdown } from './index-page.ts';
import { operationInMarkdown } from './operation-page.ts';
import { referencePath, titleOfTag } from './places.ts';

/** The first page, a page for each operation, and one for each family of events. */
export function readReference(): SitePage[] {
  return [
    pageOf(referencePath, `${referencePath}.md`, indexInMarkdown()),
    ...operations.map((operation) => pageAt(operation.operationId, operationInMarkdown(operation))),
    ...eventFamilies.map((family) => pageAt(family.name, eventsInMarkdown(family))),
  ];
}

function pageAt(name: string, markdown: string): SitePage {
  const path = `${referencePath}/${name}`;
  return pageOf(path, `${path}.md`, markdown);
}

/** The groups of the reference as every page shows them. */
export function referenceNavigation(): NavigationGroup[] {
  const groups = operationTags.map(({ name }) => ({
    title: titleOfTag(name),
    entries: operations
      .filter(({ tags }) => tags.includes(name))
      .map(({ summary, operationId }) => ({ title: summary, path: `${referencePath}/${operationId}` })),
    isLong: true,
  }));
  const events = eventFamilies.map(({ name, title }) => ({ title, path: `${referencePath}/${name}` }));
  return [
    { title: 'Reference', entries: [{ title: 'All operations', path: referencePath }] },
    ...groups,
    { title: 'Events', entries: events, isLong: true },
  ];
}
