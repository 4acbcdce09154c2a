import { Browser, type Form, type Shown, type Surroundings } from './browser.ts';

/** Somebody who pays on the pages of links, in one browser. */
export class Buyer {
  readonly #browser: Browser;

  constructor(world: Surroundings, cookie: string) {
    this.#browser = new Browser(world, { who: 'buyer', cookie });
  }

  /** Opens a link's page and presses "Pay by card". @returns the card page; undefined where the buyer sees none */
  async payByCard(shareUrl: string): Promise<string | undefined> {
    const answer = await this.#submit('payByCard', shareUrl);
    return answer?.next?.includes('/sandbox-card/') ? answer.next : undefined;
  }

  /**
   * Opens a link's page and presses "Pay by bank", or "Another payment" where a part has come.
   * @returns the payment reference; undefined where the buyer sees none
   */
  async payByBank(shareUrl: string, another = false): Promise<string | undefined> {
    const answer = await this.#submit('payByBank', shareUrl, another ? { another: 'yes' } : {});
    return /\bRF\d{22}\b/.exec(answer?.text ?? '')?.[0];
  }

  /** Chooses a test card. @returns the page that tells what became of it; undefined where the buyer sees none */
  async choose(cardPage: string, card: string): Promise<string | undefined> {
    const answer = await this.#browser.send('payByTestCard', cardPage, { card });
    return answer?.next?.includes('/checkout-attempt/') ? answer.next : undefined;
  }

  /** Looks what became of an attempt. */
  async comeBack(attemptPage: string): Promise<void> {
    await this.#browser.send('showCheckoutAttempt', attemptPage);
  }

  /** Leaves the card page by its way out. */
  async cancel(cardPage: string): Promise<void> {
    const page = await this.#browser.send('showTestCards', cardPage);
    const way = /href="([^"]*\/cancel[^"]*)"/.exec(page?.text ?? '')?.[1];
    if (way) await this.#browser.send('cancelCheckoutAttempt', way);
  }

  /** Opens a link's page and submits the view that it shows. */
  async #submit(operation: string, shareUrl: string, fields: Form = {}): Promise<Shown | undefined> {
    const page = await this.#browser.send('showCheckoutLink', shareUrl);
    const view = /name="view" value="([0-9a-f]{32})"/.exec(page?.text ?? '')?.[1];
    return view === undefined ? undefined : this.#browser.send(operation, shareUrl, { view, ...fields });
  }
}
