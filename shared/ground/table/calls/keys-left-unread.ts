/** The table left some keys of a batch unread in every attempt, so it is unknown whether those items exist. */
export class KeysLeftUnread extends Error {
  override readonly name = 'KeysLeftUnread';

  constructor() {
    super('the table left keys of a batch unread too often');
  }
}
