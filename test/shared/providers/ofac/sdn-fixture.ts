/** A party as a test writes it: its name and type as in SDN.CSV, and its aliases. */
export interface FixtureParty {
  readonly number: number;
  readonly name: string;
  readonly type?: 'individual' | 'vessel' | 'aircraft';
  readonly aliases?: readonly string[];
}

const person = (number: number, name: string, ...aliases: string[]): FixtureParty => ({
  number,
  name,
  type: 'individual',
  aliases,
});
const entity = (number: number, name: string, ...aliases: string[]): FixtureParty => ({ number, name, aliases });

/** Publicly known names of the list beside invented ones (numbers from 900001). */
export const fixtureParties: readonly FixtureParty[] = [
  entity(36, 'AEROCARIBBEAN AIRLINES', 'AERO-CARIBBEAN'),
  entity(306, 'BANCO NACIONAL DE CUBA', 'BNC', 'NATIONAL BANK OF CUBA'),
  person(2674, 'ABBAS, Abu', 'ZAYDAN, Muhammad'),
  entity(4690, 'HIZBALLAH', 'PARTY OF GOD', 'ISLAMIC JIHAD ORGANIZATION'),
  person(6365, 'BIN LADIN, Usama bin Muhammad bin Awad', 'BIN LADEN, Osama', 'BIN LADIN, Usama'),
  person(6366, 'AL-ZAWAHIRI, Ayman', 'SALIM, Ahmad Fuad'),
  person(7044, 'GUZMAN LOERA, Joaquin', 'GUZMAN, Chapo', 'GUZMAN LOERA, Joaquin Archivaldo'),
  entity(8416, 'A.T.E. INTERNATIONAL LTD.'),
  person(12345, 'QADHAFI, Muammar Abu Minyar', 'AL-QADHAFI, Muammar'),
  entity(11120, 'MAHAN AIR', 'MAHAN AIRLINES'),
  entity(17016, 'BANK ROSSIYA', 'AKTSIONERNY BANK RUSSIAN FEDERATION', 'ROSSIYA BANK'),
  entity(18068, 'ROSOBORONEKSPORT OAO', 'ROSOBORONEXPORT JSC', 'RUSSIAN DEFENSE EXPORT ROSOBORONEXPORT'),
  person(20157, 'KIM, Jong Un'),
  person(22790, 'MADURO MOROS, Nicolas'),
  person(23442, 'KADYROV, Ramzan Akhmatovich'),
  person(23885, 'PRIGOZHIN, Yevgeniy Viktorovich', 'PRIGOZHIN, Evgeny'),
  person(35096, 'PUTIN, Vladimir Vladimirovich'),
  person(35097, 'LUKASHENKA, Alyaksandr Ryhoravich', 'LUKASHENKO, Alexander Grigoryevich'),
  person(900001, 'PETROV, Ivan Sergeyevich'),
  person(900002, 'GARCIA LOPEZ, Maria Elena'),
  person(900003, 'HASSAN, Ali Ibrahim', 'ABU TARIQ'),
  person(900004, 'AL-MAJID, Ali Hassan'),
  person(900005, 'CHEN, Wei Ming'),
  person(900006, 'DO, Van Thanh'),
  person(900007, "O'ROURKE, Seamus Patrick"),
  person(900008, 'ABD AL-RAHMAN, Mohammed Yusuf', 'ABDURRAHMAN, Muhamed'),
  person(900009, 'SMITH, John Edward'),
  person(900010, 'MUELLER, Juergen'),
  person(900011, 'YILMAZ, Sukru'),
  person(900012, 'WOJCIK, Lukasz'),
  person(900013, 'SHCHERBAKOV, Dmitriy Alekseyevich'),
  person(900014, 'KOVALENKO, Oleksandr'),
  person(900015, 'SMITH, Tatiana Dolores'),
  person(900016, 'AHMADI, Reza Hossein', 'AHMADI, Hoseyn Reza'),
  person(900017, 'IVANOVA, Ekaterina Pavlovna'),
  person(900018, 'HERNANDEZ SALAZAR, Jose Luis', 'EL TIGRE'),
  person(900019, 'RAHIMI, Gholam Ali'),
  person(900020, 'PAK, Chol Su'),
  person(900021, 'DIALLO, Ibrahima Sory'),
  person(900022, 'STOYANOVIC, Milorad'),
  person(900023, 'AL-SHAMMARI, Khalid Abdullah Faisal'),
  person(900024, 'TRAN, Duc Anh'),
  person(900025, 'OKAFOR, Emeka Chukwudi'),
  person(900026, 'ZHANG, Xiaoming'),
  person(900027, 'KORSAKOV, Gennadiy Nikolayevich'),
  person(900028, 'MWANGI, Josphat Kiprono'),
  person(900029, 'QASEMI, Rostam'),
  person(900030, 'VARGAS ROJAS, Hector Manuel'),
  person(900031, 'LI, Guofeng', 'LI, Kuo-feng'),
  person(900032, 'AL-BASIR, Omar Abd'),
  entity(900151, 'Y.A.S. CO LTD.'),
  entity(900113, 'ARDAVAN MARITIME LOGISTICS LLC'),
  entity(900114, 'TAURUS METALS AND MINERALS DMCC'),
  entity(900108, 'PARS PETROCHEMICAL INDUSTRIES COMPANY', 'PPIC'),
  entity(900109, 'VOSTOK TEKHNOLOGII AO', 'EAST TECHNOLOGIES JSC'),
  entity(900110, 'GRUPO EMPRESARIAL TIERRA ALTA, S.A. DE C.V.'),
  entity(900111, 'BLUE CRESCENT CHARITABLE FOUNDATION', 'HILAL AZRAQ FOUNDATION'),
  entity(900112, 'EASTERN STAR ELECTRONICS (HONG KONG) CO., LIMITED'),
  entity(900101, 'CASPIAN HORIZON SHIPPING COMPANY LTD', 'CHSC'),
  entity(900102, 'GOLDEN LOTUS GENERAL TRADING FZE'),
  entity(900150, 'FERROCOM, OOO'),
  entity(900103, 'ROMASHKA OOO', 'LIMITED LIABILITY COMPANY ROMASHKA'),
  entity(900104, 'NORDWIND MASCHINENBAU GMBH'),
  entity(900105, 'AL-NOOR EXCHANGE COMPANY', 'NUR EXCHANGE'),
  entity(900106, 'TANGO'),
  entity(900107, 'INTERNATIONAL TRADING COMPANY'),
  { number: 900201, name: 'OCEAN PEARL', type: 'vessel', aliases: ['SEA PEARL'] },
  { number: 900202, name: 'EP-MNX', type: 'aircraft' },
];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const nothing = '-0- ';

/** SDN.CSV as it is published: no header, padded `-0-`, CRLF, an end-of-file byte. */
export function sdnCsv(parties: readonly FixtureParty[]): Buffer {
  const rows = parties.map(({ number, name, type }) => {
    const remarks =
      type === 'individual' ? quoted('DOB 01 Jan 1960; POB Somewhere, "Old Town"; nationality Nowhere.') : nothing;
    const kind = type ? quoted(type) : nothing;
    return [number, quoted(name), kind, quoted('SDGT] [IFSR'), ...Array(7).fill(nothing), remarks].join(',');
  });
  return Buffer.from(`${rows.join('\r\n')}\r\n\x1a`, 'latin1');
}

/** ALT.CSV as it is published. */
export function altCsv(parties: readonly FixtureParty[]): Buffer {
  const rows = parties.flatMap(({ number, aliases = [] }) =>
    aliases.map((alias, i) => [number, number * 10 + i, quoted('aka'), quoted(alias), nothing].join(',')),
  );
  return Buffer.from(`${rows.join('\r\n')}\r\n\x1a`, 'latin1');
}

/** SDN_COMMENTS.CSV as it is published: what of remarks has no place in SDN.CSV. */
export function commentsCsv([first]: readonly FixtureParty[]): Buffer {
  return Buffer.from(`${first?.number},${quoted('nt Somewhere.')}\r\n\x1a`, 'latin1');
}

const givenNames =
  'Muhammad Ali Ahmad Hassan Ibrahim Yusuf Omar Abdul Khalid Vladimir Sergey Ivan Nikolay Andrey Olga Natalya Jose Luis Carlos Maria Wei Ming Jong Chol Reza Hossein Mehdi Samuel Joseph Emeka'.split(
    ' ',
  );
const syllables =
  'ab dar kov ri shen mal to gor zu leh ban ki rov sad ev pan ul tim or has nik var ess jo dil fa'.split(' ');
const trades = 'TRADING SHIPPING INVESTMENT GROUP INDUSTRIES HOLDING BANK SERVICES LOGISTICS CONSTRUCTION'.split(' ');

/** As many invented parties as asked for, with somewhat more aliases: names share words as a real list's do. */
export function syntheticParties(count: number): readonly FixtureParty[] {
  let seed = 7;
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
  const pick = (words: readonly string[]) => words[below(words.length)] as string;
  const word = () => Array.from({ length: 2 + below(3) }, () => pick(syllables)).join('');
  const personName = () => `${word().toUpperCase()}, ${pick(givenNames)} ${below(2) ? pick(givenNames) : word()}`;
  const entityName = () => `${word()} ${word()} ${pick(trades)} COMPANY LTD`.toUpperCase();
  return Array.from({ length: count }, (_, i) => {
    const isPerson = below(3) > 0;
    const name = isPerson ? personName : entityName;
    const aliases = Array.from({ length: below(4) }, name);
    return { number: 100_000 + i, name: name(), aliases, ...(isPerson && { type: 'individual' as const }) };
  });
}
