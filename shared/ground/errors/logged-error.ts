/** The logged form of an error. */
export interface LoggedError {
  readonly name: string;
  readonly message: string;
  /** For errors of Node and the network, such as `ECONNREFUSED`. */
  readonly code?: string;
  /** Where it was thrown, without the message. */
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const maxMessageLength = 1000;
const maxStackLines = 10;
/** The maximum number of errors and causes. */
const maxErrors = 8;

/**
 * An error and its causes in a form that is safe to log. Only the fields named here are included: the other fields of
 * an error may hold a table item, a parser's input, or a whole request.
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
