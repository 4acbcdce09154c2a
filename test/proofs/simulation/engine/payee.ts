import { hiddenFields } from '../../../support/payout-links/form.ts';
import { Browser, type Form, type Surroundings } from './browser.ts';

/** Somebody who was sent payout links, in one browser. */
export class Payee {
  readonly #browser: Browser;

  /** @param cookie absent where the browser keeps none */
  constructor(world: Surroundings, cookie: string | undefined, address: string) {
    this.#browser = new Browser(world, { who: 'payee', cookie, address });
  }

  /** Opens a link's page, with what was chosen on it. */
  async read(url: string, chosen: Form = {}): Promise<void> {
    await this.#browser.send('showPayoutLink', url, undefined, chosen);
  }

  /** Submits who is to be paid and where. @returns the form that confirms the price; undefined where none is shown */
  async price(url: string, typed: Form): Promise<Form | undefined> {
    return confirmation(await this.#browser.send('pricePayoutClaim', url, typed));
  }

  /** Confirms a price. @returns the form of another price, where one is shown instead */
  async confirm(url: string, form: Form): Promise<Form | undefined> {
    return confirmation(await this.#browser.send('claimPayoutLink', url, form));
  }
}

function confirmation(page: { readonly text: string } | undefined): Form | undefined {
  const fields = page && hiddenFields(page);
  return fields?.sealedPrice === undefined ? undefined : fields;
}
