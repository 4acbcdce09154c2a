import type { Finding, Subject } from './checks.ts';
import { queryCall, textsOf } from './query-call.ts';
import { hasStack } from './stacks.ts';

const about = 'Regions';

/**
 * Looks for the stage in every other region that the account uses. The stacks in us-east-1 and the names that are unique in an
 * account belong to a stage, not to its region: a second one would take them over.
 */
export async function checkRegions({ region, stage }: Subject): Promise<Finding[]> {
  const parameters = { Action: 'DescribeRegions' };
  const xml = await queryCall({ service: 'ec2', region, version: '2016-11-15', parameters });
  const others = textsOf(xml, 'regionName').filter((name) => name !== region);
  const looked = await Promise.all(others.map((where) => lookIn(where, `Sluice-${stage}-Foundation`)));
  const found = looked.filter(({ is }) => is === 'there').map(({ where }) => where);
  const unseen = looked.filter(({ is }) => is === 'unseen').map(({ where }) => where);
  return [sentenceOn(stage, found), ...(unseen.length > 0 ? [sentenceOnUnseen(stage, unseen)] : [])];
}

interface Looked {
  readonly where: string;
  readonly is: 'there' | 'absent' | 'unseen';
}

async function lookIn(where: string, stack: string): Promise<Looked> {
  try {
    return { where, is: (await hasStack(where, stack)) ? 'there' : 'absent' };
  } catch {
    return { where, is: 'unseen' };
  }
}

function sentenceOn(stage: string, found: readonly string[]): Finding {
  if (found.length === 0) return { about, found: `No other region was found with stage ${stage}.` };
  return {
    about,
    found: `Stage ${stage} is in ${found.join(', ')}.`,
    todo: 'An account can have a stage only once: this deployment would take over the shared resources. Name that region, or use another account.',
  };
}

/** A policy of the AWS organization may forbid whole regions. Nobody can have deployed anything there. */
function sentenceOnUnseen(stage: string, unseen: readonly string[]): Finding {
  return {
    about,
    found: `Not checked, because AWS did not answer: ${unseen.join(', ')}. Make sure that stage ${stage} is not there.`,
  };
}
