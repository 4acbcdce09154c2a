/** An error as logs have it. */
export interface LoggedError {
  readonly name: string;
  readonly message: string;
  /** Of errors of Node and the network: `ECONNREFUSED`. */
  readonly code?: string;
  /** Where it was thrown, without the message. */
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const maxMessageLength = 1000;
const maxStackLines = 10;
/** Errors and their causes. */
const maxErrors = 8;

/**
 * An error and its causes as a log may have them. Only what is named here is taken: the fields of an error may hold an
 * item of the table, what a parser was given, or a whole request.
 */
export function loggedError(error: Error, errorsLeft = maxErrors): LoggedError {
  const { name, stack = '', cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name,
    message: messageOf(error).slice(0, maxMessageLength),
    ...(code !== undefined && { code }),
    ...(frames.length > 0 && { stack: frames.slice(0, maxStackLines).join('\n') }),
    ...(cause instanceof Error && errorsLeft > 1 && { cause: loggedError(cause, errorsLeft - 1) }),
  };
}

/** A syntax error quotes the text that could not be parsed. */
function messageOf(error: Error): string {
  return error instanceof SyntaxError ? 'a text could not be parsed' : error.message;
}
