import type { JsonSchema, Parameter, Response } from '../../../shared/openapi/types.ts';
import type { SearchEntry } from '../search/entry.ts';
import { type DescribedOperation, operations, resolved } from './description.ts';
import { eventFamilies } from './event-page.ts';
import { type Field, fieldsOf } from './fields.ts';
import { referencePath } from './places.ts';

/** Search entries for operations, which are also found by their fields, and for types of events. */
export function referenceEntries(): SearchEntry[] {
  const events = eventFamilies.flatMap(({ name, title, events }) =>
    events.map(([type, { summary }]) => ({ title: type, path: `${referencePath}/${name}`, of: title, words: summary })),
  );
  return [{ title: 'API reference', path: referencePath }, ...operations.map(entryOf), ...events];
}

function entryOf(operation: DescribedOperation): SearchEntry {
  const { summary, operationId, method, fullPath } = operation;
  return {
    title: `${summary} (${operationId})`,
    path: `${referencePath}/${operationId}`,
    of: `${method} ${fullPath}`,
    words: [...new Set(namesOf(operation))].join(' '),
  };
}

/** Parameters and fields, by the last part of their names. */
function namesOf({ parameters, requestBody, responses }: DescribedOperation): string[] {
  const bodies = Object.entries(responses)
    .filter(([status]) => /^2/.test(status))
    .map(([, response]) => resolved<Response>(response).content);
  const schemas = [requestBody?.content, ...bodies].flatMap((content): JsonSchema[] =>
    Object.values(content ?? {}).map(({ schema }) => schema),
  );
  const fields: Pick<Field, 'name'>[] = schemas.flatMap((schema) => fieldsOf(schema));
  const named = parameters.map((parameter) => resolved<Parameter>(parameter));
  return [...named, ...fields].map(({ name }) => name.split(/[.[\]]+/).findLast(Boolean) ?? name);
}
