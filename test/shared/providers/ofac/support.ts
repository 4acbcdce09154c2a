import type { ListFiles, ListSource } from '../../../../shared/providers/ofac/list-source.ts';
import type { LeastListed } from '../../../../shared/providers/ofac/sdn-csv.ts';
import { altCsv, commentsCsv, type FixtureParty, fixtureParties, sdnCsv } from './sdn-fixture.ts';

export function filesOf(parties: readonly FixtureParty[] = fixtureParties): ListFiles {
  return { sdn: sdnCsv(parties), aliases: altCsv(parties), comments: commentsCsv(parties) };
}

/** What a list of a test has at least. */
export const leastOfTests: LeastListed = { parties: 1, addresses: 0 };

/** A source in a test's hands, which counts how often it is asked. */
export class TestSource implements ListSource {
  current: string | Error = 'v1';
  files = filesOf();
  asked = 0;
  reads = 0;

  async version(): Promise<string> {
    this.asked += 1;
    if (this.current instanceof Error) throw this.current;
    return this.current;
  }

  async read(): Promise<ListFiles> {
    this.reads += 1;
    return this.files;
  }
}

export const subject = (name: string) => ({ name, country: 'DE', recipientDetails: {}, corridorId: 'eur_de_iban' });
