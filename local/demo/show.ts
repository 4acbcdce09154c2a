export type Print = (line: string) => void;

/** What a demo prints: numbered steps, each with aligned fields. */
export interface Show {
  heading(title: string): void;
  /** Fields with dotted names, one per line. */
  fields(direction: 'sent' | 'got', value: object): void;
  line(label: string, text: string): void;
}

const LABEL_WIDTH = 6;
/** The longest name that a demo shows. */
const NAME_WIDTH = 32;

export function createShow(print: Print): Show {
  let step = 0;
  const row = (label: string, text: string) => print(`   ${label.padEnd(LABEL_WIDTH)}${text}`.trimEnd());
  return {
    heading(title) {
      step += 1;
      print(`\n${step}  ${title}`);
    },
    fields(direction, value) {
      for (const [index, [name, text]] of flat(value).entries()) {
        row(index === 0 ? direction : '', `${name.padEnd(NAME_WIDTH)} ${text}`);
      }
    },
    line: row,
  };
}

/** `{ fee: { amount: '0.50' } }` is `fee.amount 0.50`. */
function flat(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, field]): [string, string][] => {
    const name = prefix + key;
    return typeof field === 'object' && field !== null ? flat(field, `${name}.`) : [[name, String(field)]];
  });
}
