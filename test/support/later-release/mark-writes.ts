import { type Input, type TableCall, writesOf } from '../../../local/table/call.ts';
import { marked } from './marks.ts';

/** The call with everything that it puts marked, as if a later release had written it. */
export function markWrites(call: TableCall): TableCall {
  if (!writesOf(call).some(({ kind }) => kind === 'Put')) return call;
  const input = call.input;
  if (call.name === 'Put') return { ...call, input: markPut(input) };
  if (call.name !== 'TransactWrite') return call;
  const TransactItems = input.TransactItems.map((write: Input) =>
    write.Put ? { ...write, Put: markPut(write.Put) } : write,
  );
  return { ...call, input: { ...input, TransactItems } };
}

function markPut(input: Input): Input {
  return { ...input, Item: marked(input.Item) };
}
