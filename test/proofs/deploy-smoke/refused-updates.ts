import type { Template } from './assembly.ts';

type Templates = ReadonlyMap<string, Template>;

/** Resources whose loss loses data: a release may add them, and never take one away or make it anew. */
const keeping = /^AWS::(DynamoDB::(Global)?Table|Cognito::UserPool|SecretsManager::Secret|KMS::Key)$/;

/**
 * What CloudFormation would refuse, or would lose data by, when stacks are updated one after another (docs/releasing.md):
 * an exported value that a stack of the release before still imports, two changes to the indexes of a table at once, a
 * table or secret that is there no more.
 * @returns a sentence for each
 */
export function refusedUpdates(before: Templates, now: Templates): string[] {
  return [...missingExports(before, now), ...lostResources(before, now), ...indexChanges(before, now)];
}

function missingExports(before: Templates, now: Templates): string[] {
  const exported = new Set([...now.values()].flatMap(exportsOf));
  return [...before].flatMap(([stack, template]) =>
    [...new Set(importsOf(template))]
      .filter((name) => !exported.has(name))
      .map((name) => `${stack} of the release before imports ${name}, which is exported no more.`),
  );
}

function exportsOf({ Outputs = {} }: Template): string[] {
  return Object.values(Outputs).flatMap(({ Export }) => (typeof Export?.Name === 'string' ? [Export.Name] : []));
}

function importsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'Fn::ImportValue' && typeof value === 'string' ? [value] : importsOf(value),
  );
}

function lostResources(before: Templates, now: Templates): string[] {
  return resourcesOf(before)
    .filter(({ stack, id, Type }) => keeping.test(Type) && now.get(stack)?.Resources?.[id]?.Type !== Type)
    .map(({ stack, id, Type }) => `${stack} has no ${Type} ${id} any more.`);
}

function indexChanges(before: Templates, now: Templates): string[] {
  return resourcesOf(before).flatMap(({ stack, id, Properties }) => {
    const resource = now.get(stack)?.Resources?.[id];
    if (!resource) return [];
    const [had, has] = [indexesOf(Properties), indexesOf(resource.Properties)];
    const altered = [...had].filter(([name, index]) => has.has(name) && has.get(name) !== index);
    const comeOrGone = [...new Set([...had.keys(), ...has.keys()])].filter((name) => had.has(name) !== has.has(name));
    return [
      ...altered.map(([name]) => `${stack} alters the index ${name} of ${id}; it needs a new name.`),
      ...(comeOrGone.length > 1
        ? [`${stack} adds or removes several indexes of ${id}; DynamoDB takes one at a time.`]
        : []),
    ];
  });
}

interface Index {
  readonly IndexName: string;
  readonly KeySchema?: unknown;
  readonly Projection?: unknown;
}

/** The key and the projection of each index, as text. */
function indexesOf(properties: unknown): Map<string, string> {
  const { GlobalSecondaryIndexes = [] } = (properties ?? {}) as { GlobalSecondaryIndexes?: readonly Index[] };
  return new Map(
    GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => [
      IndexName,
      JSON.stringify([KeySchema, Projection]),
    ]),
  );
}

function resourcesOf(templates: Templates) {
  return [...templates].flatMap(([stack, { Resources = {} }]) =>
    Object.entries(Resources).map(([id, resource]) => ({ stack, id, ...resource })),
  );
}
