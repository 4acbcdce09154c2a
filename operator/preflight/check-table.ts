import type { Finding, Subject } from './checks.ts';
import { deployedTemplate } from './stacks.ts';

const about = 'Table';
const own = "the stack's own table";

/**
 * Compares the table that the deployed functions use with the one that the options name. A deployment that names another one
 * points everything at it: without `restoredTableStream`, at a new and empty table.
 */
export async function checkTable({ region, stage, restoredTableStream, movesTable }: Subject): Promise<Finding[]> {
  const [workers, foundation] = await Promise.all(
    ['Workers', 'Foundation'].map((name) => deployedTemplate(region, `Sluice-${stage}-${name}`)),
  );
  if (workers === undefined) return [{ about, found: `Stage ${stage} has no functions yet.` }];
  const losing = restoredTableStream !== undefined && foundation !== undefined && wouldDelete(foundation);
  return [compare(streamIn(workers), restoredTableStream, movesTable), ...(losing ? [refuseLoss(stage)] : [])];
}

/**
 * In the template, the stream of a restored table is a literal, while that of the stack's own table is a reference.
 */
function streamIn(template: string): string | undefined {
  return /arn:[\w-]+:dynamodb:[\w-]+:\d+:table\/[\w.-]+\/stream\/[\w:.-]+/.exec(template)?.[0];
}

function compare(deployed: string | undefined, named: string | undefined, movesTable: boolean): Finding {
  if (deployed === named) return { about, found: `The functions use ${tableOf(named)}, as the options say.` };
  const found = `The functions use ${tableOf(deployed)}, but the options name ${tableOf(named)}.`;
  if (named === undefined) {
    const todo = `The deployment would create and use a new, empty table. Add -c restoredTableStream=${deployed}.`;
    return { about, found, todo };
  }
  if (movesTable) return { about, found: `${found} The deployment moves the stage to it.` };
  const keep = deployed === undefined ? 'Omit restoredTableStream' : `Give -c restoredTableStream=${deployed}`;
  return { about, found, todo: `${keep}. To move the stage on purpose, after a restore, add --moves-table.` };
}

function tableOf(stream: string | undefined): string {
  return stream === undefined ? own : `the restored table ${/table\/([^/]+)/.exec(stream)?.[1]}`;
}

/**
 * Whether removing the stack's own table from the template would delete it. The last deployed template decides that.
 */
function wouldDelete(foundation: string): boolean {
  const { Resources } = resourcesIn(foundation);
  return Object.entries(Resources).some(
    ([id, { Type, DeletionPolicy }]) =>
      id.startsWith('Payments') && Type === 'AWS::DynamoDB::GlobalTable' && !DeletionPolicy?.startsWith('Retain'),
  );
}

/** @throws Error whose name becomes part of the finding */
function resourcesIn(template: string): { readonly Resources: Readonly<Record<string, DeployedResource>> } {
  try {
    return JSON.parse(template);
  } catch (cause) {
    throw Object.assign(new Error('a template that CDK has not deployed', { cause }), {
      name: 'its template is not JSON',
    });
  }
}

interface DeployedResource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
}

function refuseLoss(stage: string): Finding {
  return {
    about,
    found:
      'Sluice-' +
      stage +
      "-Foundation was deployed by a release that deletes the stack's own table when it leaves the stack.",
    todo: `First deploy Sluice-${stage}-Foundation of this release without restoredTableStream.`,
  };
}
