import type { AnyEndpoint } from '../../contract/endpoint.ts';
import type { ToldOperation } from '../story.ts';
import { inPython, inTypeScript, printValue } from './print-value.ts';

/** One entry of `x-codeSamples`, which several OpenAPI renderers show. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** A call of the story, without the parts that all calls share. */
interface Sampled {
  readonly operation: string;
  readonly method: string;
  /** Below the prefix of the API, with `{orgId}` for the organization. */
  readonly path: string;
  /** The path and query parameters, apart from the organization. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly needsKey: boolean;
  readonly inSession: boolean;
}

/**
 * The call of an operation in the story, in four languages. TypeScript uses the client; the others call the function in
 * `examples/samples`, which signs.
 */
export function codeSamplesOf(endpoint: AnyEndpoint, told: ToldOperation): CodeSample[] {
  const call = sampledOf(endpoint, told);
  return [
    { lang: 'TypeScript', label: 'TypeScript', source: typeScript(call) },
    { lang: 'Python', label: 'Python', source: python(call) },
    { lang: 'Go', label: 'Go', source: go(call) },
    { lang: 'Shell', label: 'curl', source: shell(call) },
  ];
}

function sampledOf(endpoint: AnyEndpoint, told: ToldOperation): Sampled {
  const { path: named = {}, query = {}, request } = told;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (whole, name: string) => named[name] ?? whole);
  const asked = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  return {
    operation: endpoint.operation,
    method: endpoint.method,
    path: path + asked,
    parameters: { ...named, ...valuesOf(endpoint, query) },
    ...(request !== undefined && { body: request }),
    needsKey: endpoint.idempotency === 'required',
    inSession: endpoint.callers.includes('session') && !endpoint.callers.includes('key'),
  };
}

/** The client accepts numbers where the query has their digits. */
function valuesOf({ query: schema }: AnyEndpoint, query: Readonly<Record<string, string>>): Record<string, unknown> {
  const read = schema?.safeParse(query);
  const values: Readonly<Record<string, unknown>> = read?.success
    ? (read.data as object as Record<string, unknown>)
    : {};
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, typeof values[name] === 'number' ? values[name] : text]),
  );
}

/** A key that is saved before the call. */
const key = 'my-key-1';

function typeScript({ operation, parameters, body, needsKey, inSession }: Sampled): string {
  const fields = { ...parameters, ...(body as object | undefined) };
  const given = Object.keys(fields).length > 0 ? printValue(fields, inTypeScript) : '';
  const options = needsKey ? `, { idempotencyKey: "${key}" }` : '';
  const session = inSession ? '// `sluice` has the session of a member.\n' : '';
  return `${session}const answer = await sluice.${operation}(${given}${options});`;
}

function python({ method, path, body, needsKey, inSession }: Sampled): string {
  const given = [
    `"${method}"`,
    `f"${path.replace('{orgId}', '{organization}')}"`,
    ...(body === undefined ? [] : [printValue(body, inPython)]),
    ...(needsKey ? [`key="${key}"`] : []),
  ];
  return `${inSession ? '# SLUICE_SESSION is the session of a member.\n' : ''}print(call(${given.join(', ')}))`;
}

function go({ method, path, body, needsKey, inSession }: Sampled): string {
  const [before = '', after] = path.split('{orgId}');
  const target = after === undefined ? `"${path}"` : `"${before}"+organization+"${after}"`;
  const given = [`"${method}"`, target, body === undefined ? '""' : `\`${jsonOf(body)}\``, `"${needsKey ? key : ''}"`];
  return `${inSession ? '// SLUICE_SESSION is the session of a member.\n' : ''}fmt.Println(call(${given.join(', ')}))`;
}

function shell({ method, path, body, needsKey, inSession }: Sampled): string {
  const target = `"${path.replace('{orgId}', '$SLUICE_ORGANIZATION_ID')}"`;
  const given = [
    method,
    target,
    ...(body === undefined && !needsKey
      ? []
      : [`'${body === undefined ? '' : jsonOf(body).replaceAll("'", "'\\''")}'`]),
    ...(needsKey ? [key] : []),
  ];
  return `${inSession ? '# SLUICE_SESSION is the session of a member.\n' : ''}call ${given.join(' ')}`;
}

function jsonOf(body: unknown): string {
  return JSON.stringify(body, null, 2);
}
