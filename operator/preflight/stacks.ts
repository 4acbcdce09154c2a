import { queryCall, textsOf } from './query-call.ts';

const version = '2010-05-15';
const service = 'cloudformation';

/** Whether a stack exists, in any state. */
export async function hasStack(region: string, name: string): Promise<boolean> {
  const call = { service, region, version, parameters: { Action: 'DescribeStacks', StackName: name } } as const;
  return (await queryCall(call).catch(unlessAbsent)) !== undefined;
}

/** The template that a stack was last deployed with, as its text. Undefined if there is no such stack. */
export async function deployedTemplate(region: string, name: string): Promise<string | undefined> {
  const call = { service, region, version, parameters: { Action: 'GetTemplate', StackName: name } } as const;
  const xml = await queryCall(call).catch(unlessAbsent);
  return xml === undefined ? undefined : textsOf(xml, 'TemplateBody')[0];
}

/** CloudFormation has no specific error code for a stack that does not exist. */
function unlessAbsent(error: Error): undefined {
  if (error.name === 'ValidationError' && error.message.includes('does not exist')) return undefined;
  throw error;
}
