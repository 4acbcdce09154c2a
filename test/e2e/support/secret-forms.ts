/** Shorter values are found anywhere, and so are shorter pieces of encoded ones. */
const minLength = 6;
const minEncodedLength = 10;

/** What no log may have, by what it is. */
export class Secrets {
  readonly kinds = new Map<string, Set<string>>();

  /** @returns the value */
  keep<T extends string | null | undefined>(kind: string, value: T): T {
    if (!value || value.length < minLength) return value;
    const known = this.kinds.get(kind) ?? new Set();
    this.kinds.set(kind, known.add(value));
    return value;
  }

  /** Those that a text has, with the form in which it has them: `iban: DE89… (base64)`. */
  foundIn(text: string): string[] {
    const lowered = text.toLowerCase();
    return [...this.kinds].flatMap(([kind, values]) =>
      [...values].flatMap((value) =>
        formsOf(value)
          .filter(({ encoded, anyCase }) => (anyCase ? lowered : text).includes(encoded))
          .map(({ form }) => `${kind}: ${value} (${form})`),
      ),
    );
  }
}

interface Form {
  readonly form: string;
  readonly encoded: string;
  readonly anyCase?: true;
}

function formsOf(value: string): Form[] {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].flatMap((shift) => {
    const piece = insideOfBase64(bytes, shift);
    return [piece, piece.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const forms: Form[] = [
    { form: 'as it is', encoded: value },
    { form: 'in JSON', encoded: JSON.stringify(value).slice(1, -1) },
    { form: 'in JSON twice', encoded: JSON.stringify(JSON.stringify(value)).slice(3, -3) },
    { form: 'in a URL', encoded: encodeURIComponent(value) },
    { form: 'in a form', encoded: new URLSearchParams({ v: value }).toString().slice(2) },
    { form: 'hex', encoded: bytes.toString('hex'), anyCase: true },
    ...base64.filter(({ length }) => length >= minEncodedLength).map((encoded) => ({ form: 'base64', encoded })),
  ];
  // Of forms that look the same, the first.
  return forms.filter(({ encoded }, index) => forms.findIndex((other) => other.encoded === encoded) === index);
}

/**
 * What of a value is always in the base64 of a text that has the value at a place with this remainder by three: without the
 * digits that also depend on the text beside it.
 */
function insideOfBase64(bytes: Buffer, shift: number): string {
  const padded = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const first = Math.ceil((shift * 8) / 6);
  const last = Math.floor(((shift + bytes.length) * 8) / 6);
  return padded.slice(first, last);
}
