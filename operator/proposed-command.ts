import type { Wanted } from './arguments.ts';
import { commands } from './commands/all.ts';

type Place = Wanted['place'];

/**
 * A command to paste, for the target where this one was performed. Without `--stage` it would go to this machine's
 * stack.
 */
export function commandAt(place: Place, command: string): string {
  return ['npm run ops --', command, ...optionsOf(place)].join(' ');
}

/** Completes every command that an answer proposes, such as `adjust …` in backquotes. */
export function withWholeCommands(text: string, place: Place): string {
  return text.replace(/`([\w-]+) ([^`]+)`/g, (quoted, name: string, rest: string) =>
    Object.hasOwn(commands, name) ? `\`${commandAt(place, `${name} ${rest}`)}\`` : quoted,
  );
}

function optionsOf(place: Place): string[] {
  if ('data' in place) return place.data === '.sluice' ? [] : ['--data', quoted(place.data)];
  return ['--stage', place.stage, ...(place.region === undefined ? [] : ['--region', place.region])];
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
