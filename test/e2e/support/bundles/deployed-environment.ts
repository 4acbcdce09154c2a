import type { Settings } from '../../../../lib/settings.ts';
import { synthesize } from '../../../lib/support/synthesize.ts';

/** Settings of a stage that leaves nothing out. */
const everything: Partial<Settings> = { eventBus: true };

export type Environments = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * The variables of every function of a stage, by its file, as its template has them. Names of resources, which
 * CloudFormation fills in, are replaced by what stands for the resource.
 * @throws Error when nothing stands for it
 */
export async function deployedEnvironments(standIns: Readonly<Record<string, string>>): Promise<Environments> {
  const app = await synthesize(everything);
  return new Map(
    app
      .resources('AWS::Lambda::Function')
      .map(({ Properties }) => [
        fileOf(Properties.Code.ZipFile),
        Object.fromEntries(
          Object.entries(Properties.Environment.Variables).map(([name, value]) => [
            name,
            valueIn(name, value, standIns),
          ]),
        ),
      ]),
  );
}

/** Code of templates in tests names the file that it stands for. */
function fileOf(code: string): string {
  const file = /^\/\/ functions\/(\S+)/.exec(code)?.[1];
  if (file === undefined) throw new Error(`a function is made of no file: ${code}`);
  return file;
}

function valueIn(name: string, value: unknown, standIns: Readonly<Record<string, string>>): string {
  if (typeof value === 'string') return value;
  const found = standIns[name];
  if (found === undefined) throw new Error(`the test has no stand-in for ${name}`);
  return found;
}
