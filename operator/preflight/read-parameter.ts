import { signedCall } from './signed-call.ts';

/**
 * Reads a parameter of Systems Manager.
 * @returns undefined if it does not exist
 */
export async function readParameter(region: string, name: string): Promise<string | undefined> {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameter' };
  const response = await signedCall({ service: 'ssm', region, headers, body: JSON.stringify({ Name: name }) });
  const answer = await response.json();
  if (response.ok) return answer.Parameter.Value;
  if (String(answer.__type).endsWith('ParameterNotFound')) return undefined;
  throw Object.assign(new Error(answer.message), { name: String(answer.__type) });
}
