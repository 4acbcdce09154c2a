/** Deploys to an emulator, and plays there. */
export interface EmulatorOptions {
  readonly on: 'emulator';
  readonly receiver: string | undefined;
  /** For CDK. */
  readonly passedOn: readonly string[];
}

/** Deploys nothing, and plays a stage that is deployed in AWS. */
export interface StageOptions {
  readonly on: 'stage';
  readonly stage: string;
  readonly origin: string;
  readonly busName: string | undefined;
  readonly receiver: string | undefined;
}

const names = ['stage', 'origin', 'bus', 'receiver'] as const;

/**
 * Reads the command line. What is not named here belongs to CDK.
 * @throws Error that names the faulty option
 */
export function readOptions(words: readonly string[]): EmulatorOptions | StageOptions {
  const { own, passedOn } = separate(words);
  const receiver = addressOf('receiver', own.get('receiver'));
  const origin = addressOf('origin', own.get('origin'));
  const stage = own.get('stage');
  const busName = own.get('bus');
  if (stage === undefined && origin === undefined) {
    if (busName !== undefined) throw new Error('--bus needs --stage and --origin');
    return { on: 'emulator', receiver, passedOn };
  }
  if (stage === undefined || origin === undefined) throw new Error('--stage and --origin belong together');
  if (passedOn.length > 0) throw new Error(`nothing is deployed with --stage, so there is no use for ${passedOn[0]}`);
  return { on: 'stage', stage, origin: new URL(origin).origin, busName, receiver };
}

function separate(words: readonly string[]) {
  const own = new Map<(typeof names)[number], string>();
  const passedOn: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const name = names.find((one) => word === `--${one}` || word.startsWith(`--${one}=`));
    if (!name) {
      passedOn.push(word);
      continue;
    }
    const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : words[++index];
    if (!value || value.startsWith('-')) throw new Error(`--${name} takes a value`);
    own.set(name, value);
  }
  return { own, passedOn };
}

function addressOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (URL.canParse(value) && new URL(value).protocol === 'https:') return value;
  throw new Error(`--${name} takes an address that begins with https://, not '${value}'`);
}
