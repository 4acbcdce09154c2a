import { describe, expect, test } from 'vitest';
import { MalformedList, readSdnList } from '../../../../shared/providers/ofac/sdn-csv.ts';
import { altCsv, fixtureParties, sdnCsv } from './sdn-fixture.ts';

const sdn = [
  '36,"AEROCARIBBEAN AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '2674,"ABBAS, Abu","individual","SDT] [SDGT","Director of ""PLF""",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 10 Dec 1948."',
  '15036,"ARTAVIL",vessel,"IRAN",-0- ,"5IM316","Crude Oil Tanker",-0- ,-0- ,"Malta",-0- ,"Vessel Registration 9187629."',
].join('\r\n');
const alt = ['36,12,"aka","AERO-CARIBBEAN",-0- ', '15036,99,"fka","SHONA",-0- '].join('\r\n');

const read = (sdnText: string | Buffer, altText: string | Buffer = alt, least = 1) =>
  readSdnList(Buffer.from(sdnText as string), Buffer.from(altText as string), least);

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
    const list = readSdnList(sdnCsv(fixtureParties), altCsv(fixtureParties), 1);
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
    const reading = () => read(sdnText, altText, 3);
    expect(reading).toThrow(MalformedList);
    expect(reading).toThrow(message);
  });
});
