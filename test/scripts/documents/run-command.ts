import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf } from './aws-commands.ts';
import { root } from './blocks.ts';
import { whyLeftOut } from './left-out.ts';

/**
 * Stands for `npm`, `npx`, `aws`, `git` and `sam` in the shell that runs a document. It runs what can be run, notes how each command
 * ended in the file `DOCUMENT_LOG`, and ends as the command did.
 */
const [program = '', ...words] = process.argv.slice(2);
const { DOCUMENT_LOG = '', ASSEMBLIES = '{}' } = process.env;

interface Ended {
  readonly code: number;
  readonly out?: string;
  readonly err?: string;
}

const command = [program, ...words].join(' ').replace(' --silent', '');
const reason = whyLeftOut(command);
const { code, out = '', err = '' } = reason === undefined ? await run() : leave();
appendFileSync(DOCUMENT_LOG, `${JSON.stringify({ command, code, err, ...(reason && { reason }) })}\n`);
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;

function run(): Ended | Promise<Ended> {
  if (program === 'npm' && words[0]?.startsWith('run')) return runScript(words.filter((word) => word !== '--silent'));
  if (program === 'npx' && words[0] === 'cdk') return cdk(words.slice(1));
  if (program === 'npx' && words[0] === 'node') return node(words.slice(1));
  if (program === 'aws') return aws();
  if (program === 'git' && words[0] === 'worktree') return addWorktree();
  return { code: 127, err: `${command}: neither known to this test nor on the list of what it leaves out` };
}

/** Whether what is named is there is seen all the same. */
function leave(): Ended {
  const absent = words.filter((word) => /^(test|scripts)\/[\w/.-]+$/.test(word) && !existsSync(join(root, word)));
  return absent.length > 0 ? { code: 1, err: `there is no ${absent[0]}` } : { code: 0 };
}

/** What package.json says of a script, after the check of the set-up. */
function runScript([, name = '', dashes, ...args]: string[]): Ended | Promise<Ended> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const script = scripts[name];
  if (!script) return { code: 1, err: `Missing script: ${name}` };
  if (dashes !== undefined && dashes !== '--') return { code: 1, err: `npm would take ${dashes} for itself` };
  const [first, ...rest] = (script.split(' && ').at(-1) ?? '').split(' ');
  const all = [...rest, ...args];
  if (first === 'cdk') return cdk(all);
  // Nobody is there to answer, and a server would stay.
  const asks = name === 'ops' && args[0] !== 'preflight' && !args.includes('--help') && !args.includes('--yes');
  return node([...all.filter((word) => word !== '--serve'), ...(asks ? ['--yes'] : [])]);
}

/** CDK itself, on templates that were made before: its own build and synthesis would take most of the time. */
async function cdk([verb = '', ...args]: string[]): Promise<Ended> {
  const options = args.flatMap((word, index) =>
    args[index - 1] === '-c' ? [word.split('=') as [string, string]] : [],
  );
  const context = new Map(options);
  // The other commands are spared what it brings.
  const { readSettings } = await import('../../../lib/settings.ts');
  try {
    readSettings((key) => context.get(key), {});
  } catch (error) {
    return { code: 1, err: (error as Error).message };
  }
  const assembly = JSON.parse(ASSEMBLIES)[context.get('stage') ?? 'dev'];
  const quiet = ['--build', 'true', '--no-notices', '--no-version-reporting', '--ci'];
  const ended = node([join(root, 'node_modules/aws-cdk/bin/cdk'), '--app', assembly, verb, ...args, ...quiet]);
  // What releases up to now print before the names.
  return verb === 'ls' ? { ...ended, out: `126 functions bundled, the largest 640 KB\n${ended.out}` } : ended;
}

function node(args: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
  return { code: status ?? 1, out: stdout, err: stderr };
}

/** Where AWS would ask for credentials a command ends well, with the name that it asked for. */
function aws(): Ended {
  const fault = faultOf(words);
  if (fault !== undefined) return { code: 252, err: fault };
  const [, , , stack = ''] = words;
  const [, output] = /OutputKey(?:==|, )'(\w+)'/.exec(command) ?? [];
  if (output === undefined)
    return { code: 0, out: 'arn:aws:dynamodb:us-east-1:123456789012:table/restored/stream/2026\n' };
  const assembly = JSON.parse(ASSEMBLIES)[stack.split('-')[1] ?? ''];
  const file = join(assembly, `${stack}.template.json`);
  const { Outputs } = JSON.parse(readFileSync(file, 'utf8')) as { Outputs: Record<string, unknown> };
  const found = Object.keys(Outputs).find((name) => name.startsWith(output));
  return found ? { code: 0, out: `the-${found}\n` } : { code: 1, err: `${stack} has no output ${output}` };
}

/** A checkout of a commit that is there; nothing is written into it. */
function addWorktree(): Ended {
  const [, , folder = '', commit = ''] = words;
  const { status } = spawnSync('/usr/bin/git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root });
  if (status !== 0) return { code: 1, err: `there is no commit ${commit}` };
  mkdirSync(folder);
  return { code: 0 };
}
