import { describe, expect, test } from 'vitest';
import { leastListed } from '../../../../shared/providers/ofac/list-to-screen.ts';
import { MalformedList, readSdnList } from '../../../../shared/providers/ofac/sdn-csv.ts';
import { ofacList } from '../../../proofs/bench/sections/screening/ofac-list.ts';
import { fixtureParties } from './sdn-fixture.ts';
import { filesOf, leastOfTests } from './support.ts';

const sdn = [
  '36,"AEROCARIBBEAN AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '2674,"ABBAS, Abu","individual","SDT] [SDGT","Director of ""PLF""",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 10 Dec 1948."',
  '15036,"ARTAVIL",vessel,"IRAN",-0- ,"5IM316","Crude Oil Tanker",-0- ,-0- ,"Malta",-0- ,"Vessel Registration 9187629."',
].join('\r\n');
const alt = ['36,12,"aka","AERO-CARIBBEAN",-0- ', '15036,99,"fka","SHONA",-0- '].join('\r\n');

const comments = '2674,"nt Nowhere."';

const readAll = (sdnText: string | Buffer, altText = alt, commentsText = comments, least = leastOfTests) => {
  const [sdn, aliases, further] = [sdnText, altText, commentsText].map((text) => Buffer.from(text as string));
  return readSdnList({ sdn: sdn as Buffer, aliases: aliases as Buffer, comments: further as Buffer }, least);
};
const read = (...texts: Parameters<typeof readAll>) => readAll(...texts).parties;

describe('the list of OFAC in its legacy CSV form', () => {
  test('gives persons and organizations with their aliases, and no ship', () => {
    expect(read(sdn)).toEqual([
      { entityNumber: 36, kind: 'entity', names: ['AEROCARIBBEAN AIRLINES', 'AERO-CARIBBEAN'] },
      { entityNumber: 2674, kind: 'individual', names: ['ABBAS, Abu'] },
    ]);
  });

  test('may end with an end-of-file byte and a line end, and begin with a byte order mark', () => {
    expect(read(`\ufeff${sdn}\r\n\x1a`, `${alt}\r\n\x1a\r\n`)).toEqual(read(sdn));
  });

  test('may pad quoted fields, and have names of digits', () => {
    expect(read(sdn.replaceAll('",', '" ,'), alt)).toEqual(read(sdn));
    expect(read(sdn, '36,12,"aka","313",-0- ')[0]?.names).toContain('313');
  });

  test('is read in UTF-8 and in the Western code page', () => {
    const row = '1,"PEÑA, José","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ';
    for (const encoding of ['utf8', 'latin1'] as const) {
      expect(read(Buffer.from(row, encoding))[0]?.names).toEqual(['PEÑA, José']);
    }
  });

  test('has every payee of the fixture', () => {
    const payees = fixtureParties.filter(({ type }) => type !== 'vessel' && type !== 'aircraft');
    const { parties: list } = readSdnList(filesOf(fixtureParties), leastOfTests);
    expect(list.map(({ names }) => names)).toEqual(payees.map(({ name, aliases = [] }) => [name, ...aliases]));
  });

  test.each([
    ['an empty file', '', alt, 'payees'],
    ['a file of few', sdn, alt, 'fewer than the 3 of a whole list'],
    ['an empty file of aliases', sdn, '', 'ALT.CSV is empty'],
    ['a page of an error', '<!DOCTYPE html>\n<html><body>Access denied, "sorry"</body></html>', alt, 'not CSV'],
    ['columns of another file', alt, alt, 'other than 12 columns'],
    ['files in the wrong place', sdn, sdn, 'other than 5 columns'],
    ['a file that was cut off', sdn.slice(0, -20), alt, 'not CSV'],
    ['a header', `${'ent_num,SDN_Name'}${',x'.repeat(10)}\r\n${sdn}`, alt, 'without a number'],
    ['a row without a name', sdn.replace('"ABBAS, Abu"', '-0- '), alt, 'without a name'],
  ])('is not %s', (_what, sdnText, altText, message) => {
    const reading = () => read(sdnText, altText, comments, { parties: 3, addresses: 0 });
    expect(reading).toThrow(MalformedList);
    expect(reading).toThrow(message);
  });
});

describe('digital currency addresses', () => {
  const [first, second] = ['0x8576acC5C05D6Ce88f4e49bf65BdF0C62F91353C', '0x4736dCf1b7A3d580672CcE6E7c65cd5cc9cFBa9D'];
  const bitcoin = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';
  /** A row of the list with remarks. */
  const row = (remarks: string, type = '"individual"') =>
    `9,"SOMEBODY",${type},"X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"`;
  const addressesOf = (sdnText: string, commentsText = comments) => [
    ...readAll(sdnText, alt, commentsText).addresses.keys(),
  ];

  test('are read of every entry, whatever currency they are named with, and also of ships', () => {
    const remarks = `DOB 1 Jan 1960; Digital Currency Address - XBT ${bitcoin}; alt. Digital Currency Address - USDC ${first}.`;
    for (const type of ['"individual"', '-0- ', 'vessel', 'aircraft']) {
      const list = readAll(row(remarks, type), alt, comments, { parties: 0, addresses: 0 });
      expect(Object.fromEntries(list.addresses)).toEqual({ [bitcoin.toLowerCase()]: 9, [first.toLowerCase()]: 9 });
    }
  });

  test('are found where remarks are cut, wherever that is', () => {
    const remarks = `Somewhere; Digital Currency Address - ETH ${first}; alt. Digital Currency Address - ARB ${second}; Gender Male.`;
    for (let cut = 0; cut <= remarks.length; cut += 1) {
      const further = `9,"${remarks.slice(cut) || ' '}"`;
      const found = addressesOf(row(remarks.slice(0, cut) || ' '), further);
      expect(found, `cut at ${cut}`).toEqual([first.toLowerCase(), second.toLowerCase()]);
    }
  });

  test('of an EVM chain are found without their label, and longer numbers are none', () => {
    expect(addressesOf(row(`Wallet ${first}; Transaction ${first}00; Email Address x@example.com.`))).toEqual([
      first.toLowerCase(),
    ]);
  });

  test('are so many on a whole list', () => {
    const few = () => readAll(row(`Wallet ${first}.`), alt, comments, { parties: 1, addresses: 2 });
    expect(few).toThrow(MalformedList);
    expect(few).toThrow('the list has 1 digital currency addresses, fewer than the 2 of a whole list');
    for (const broken of ['', '<html>busy</html>', '9']) expect(() => addressesOf(sdn, broken)).toThrow(MalformedList);
  });

  test('are those of the list of 2022', () => {
    const { addresses } = readSdnList(ofacList(), leastListed);
    const known = ['0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c', '12qtd5bfwrsdnsazy76uve1xycgntojh9h'];
    expect(known.map((address) => addresses.get(address))).toEqual([29703, 25308]);
    expect([...addresses.keys()].filter((address) => !/^(0x[0-9a-f]{40}|[a-z0-9]{26,106})$/.test(address))).toEqual([]);
  });
});
