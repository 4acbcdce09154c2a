import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';

/** Somebody on the list who could be a payee. */
export interface ListedParty {
  /** OFAC's `ent_num`. */
  readonly entityNumber: number;
  readonly kind: 'individual' | 'entity';
  /** The name and every alias; for an individual as `LAST, First Middle`. */
  readonly names: readonly string[];
}

/** The files are not what OFAC publishes. Nothing may be screened against them. */
export class MalformedList extends Error {
  override readonly name = 'MalformedList';
}

/** Columns of SDN.CSV: ent_num, SDN_Name, SDN_Type, Program, Title, … Remarks. */
const sdnColumns = 12;
/** Columns of ALT.CSV: ent_num, alt_num, alt_type, alt_name, alt_remarks. */
const aliasColumns = 5;
/** The specification's longest row takes 2,018 characters. */
const maxRowBytes = 64 * 1024;

/** Fields are padded with spaces; in some files the quoted ones too. */
const csvForm = { bom: true, skip_empty_lines: true, trim: true } as const;

/** Ships and aircraft cannot be payees. */
const notPayees = new Set(['vessel', 'aircraft']);

/**
 * Reads the two files of OFAC's Specially Designated Nationals list in their legacy CSV form (OFAC, SDN Data
 * Specification): no header, `-0-` where there is nothing, an end-of-file byte 0x1A at the end.
 *
 * @param leastParties a file with fewer payees is only a part of the list
 * @throws MalformedList
 */
export function readSdnList(sdn: Uint8Array, aliases: Uint8Array, leastParties: number): readonly ListedParty[] {
  const aliasNames = readAliases(aliases);
  const parties: ListedParty[] = [];
  for (const [number, name, type] of readRows('SDN.CSV', sdn, sdnColumns)) {
    const entityNumber = readNumber('SDN.CSV', number);
    const kind = textOf(type)?.toLowerCase();
    if (kind !== undefined && notPayees.has(kind)) continue;
    const names = [readName('SDN.CSV', name), ...(aliasNames.get(entityNumber) ?? [])];
    parties.push({ entityNumber, kind: kind === 'individual' ? kind : 'entity', names });
  }
  if (parties.length < leastParties) {
    throw new MalformedList(`SDN.CSV has ${parties.length} payees, fewer than the ${leastParties} of a whole list`);
  }
  return parties;
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

/** Older files are in Windows' Western code page. */
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes).trimEnd();
  return text.endsWith(endOfFile) ? text.slice(0, -1) : text;
}

/** `-0- ` stands for nothing. */
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
