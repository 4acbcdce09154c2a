/**
 * Reads the command line of a script. `--help` prints the usage and ends the process. A mistake ends it with exit code
 * 2 and a sentence that names the mistake, without a stack trace.
 */
export function readCommandLine<Options>(
  usage: string,
  read: (args: string[]) => Options,
  args: string[] = process.argv.slice(2),
): Options {
  if (args.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  try {
    return read(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
