import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import type { ListFiles } from './list-source.ts';
import { addressesIn } from './listed-addresses.ts';

/** A party on the list that could be a payee. */
export interface ListedParty {
  /** OFAC's `ent_num`. */
  readonly entityNumber: number;
  readonly kind: 'individual' | 'entity';
  /** The name and every alias. For an individual in the form `LAST, First Middle`. */
  readonly names: readonly string[];
}

/** The data that Sluice uses from the list. */
export interface SdnList {
  readonly parties: readonly ListedParty[];
  /** OFAC's `ent_num` by digital currency address, in lower case, including those of ships and aircraft. */
  readonly addresses: ReadonlyMap<string, number>;
}

/** The minimum contents of a complete list. */
export interface LeastListed {
  readonly parties: number;
  readonly addresses: number;
}

/** The files are not in the form that OFAC publishes. Nothing may be screened against them. */
export class MalformedList extends Error {
  override readonly name = 'MalformedList';
}

/** Columns of SDN.CSV: ent_num, SDN_Name, SDN_Type, Program, Title, … Remarks. */
const sdnColumns = 12;
/** Columns of ALT.CSV: ent_num, alt_num, alt_type, alt_name, alt_remarks. */
const aliasColumns = 5;
/** Columns of SDN_COMMENTS.CSV: ent_num, Remarks. */
const commentColumns = 2;
/** The longest row of the specification has 2,018 characters. */
const maxRowBytes = 64 * 1024;

/** Fields are padded with spaces, in some files including quoted fields. */
const csvForm = { bom: true, skip_empty_lines: true, trim: true } as const;

/** Ships and aircraft cannot be payees. */
const notPayees = new Set(['vessel', 'aircraft']);

/**
 * Reads the files of OFAC's Specially Designated Nationals list in their legacy CSV form (OFAC, SDN Data
 * Specification): no header, `-0-` for an empty field, an end-of-file byte 0x1A at the end.
 * @param least a list with less is incomplete
 * @throws MalformedList
 */
export function readSdnList({ sdn, aliases, comments }: ListFiles, least: LeastListed): SdnList {
  const aliasNames = readAliases(aliases);
  const furtherRemarks = readComments(comments);
  const parties: ListedParty[] = [];
  const addresses = new Map<string, number>();
  for (const [number, name, type, ...others] of readRows('SDN.CSV', sdn, sdnColumns)) {
    const entityNumber = readNumber('SDN.CSV', number);
    for (const address of addressesIn(`${others.at(-1)}${furtherRemarks.get(entityNumber) ?? ''}`))
      addresses.set(address, entityNumber);
    const kind = textOf(type)?.toLowerCase();
    if (kind !== undefined && notPayees.has(kind)) continue;
    const names = [readName('SDN.CSV', name), ...(aliasNames.get(entityNumber) ?? [])];
    parties.push({ entityNumber, kind: kind === 'individual' ? kind : 'entity', names });
  }
  refuseFew('SDN.CSV', 'payees', parties.length, least.parties);
  refuseFew('the list', 'digital currency addresses', addresses.size, least.addresses);
  return { parties, addresses };
}

function refuseFew(file: string, what: string, count: number, least: number): void {
  if (count < least) throw new MalformedList(`${file} has ${count} ${what}, fewer than the ${least} of a whole list`);
}

/**
 * The part of an entry's remarks that did not fit into SDN.CSV, which cuts them after a thousand characters, even
 * within a word.
 */
function readComments(file: Uint8Array): ReadonlyMap<number, string> {
  const remarks = new Map<number, string>();
  for (const [number, text = ''] of readRows('SDN_COMMENTS.CSV', file, commentColumns)) {
    const entityNumber = readNumber('SDN_COMMENTS.CSV', number);
    remarks.set(entityNumber, `${remarks.get(entityNumber) ?? ''}${text}`);
  }
  if (remarks.size === 0) throw new MalformedList('SDN_COMMENTS.CSV is empty');
  return remarks;
}

function readAliases(file: Uint8Array): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, string[]>();
  for (const [number, , , name] of readRows('ALT.CSV', file, aliasColumns)) {
    const entityNumber = readNumber('ALT.CSV', number);
    const known = names.get(entityNumber) ?? [];
    names.set(entityNumber, [...known, readName('ALT.CSV', name)]);
  }
  if (names.size === 0) throw new MalformedList('ALT.CSV is empty');
  return names;
}

function readRows(file: string, bytes: Uint8Array, columns: number): readonly string[][] {
  try {
    const rows: string[][] = parse(decode(bytes), { ...csvForm, max_record_size: maxRowBytes });
    if (rows.every((row) => row.length === columns)) return rows;
  } catch (error) {
    throw new MalformedList(`${file} is not CSV`, { cause: error });
  }
  throw new MalformedList(`${file} has rows of other than ${columns} columns`);
}

/** The end-of-file character of DOS. */
const endOfFile = String.fromCharCode(0x1a);

/** Older files use the Western code page of Windows. */
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes).trimEnd();
  return text.endsWith(endOfFile) ? text.slice(0, -1) : text;
}

/** `-0- ` means an empty field. */
function textOf(field: string | undefined): string | undefined {
  const text = field?.trim();
  return text === '' || text === '-0-' ? undefined : text;
}

function readNumber(file: string, field: string | undefined): number {
  const text = textOf(field);
  if (!text || !/^\d{1,10}$/.test(text)) throw new MalformedList(`${file} has a row without a number`);
  return Number(text);
}

function readName(file: string, field: string | undefined): string {
  const text = textOf(field);
  if (!text) throw new MalformedList(`${file} has a row without a name`);
  return text;
}
