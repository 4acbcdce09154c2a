/** The table answered a batch without some of its keys, again and again: whether anything is there is not known. */
export class KeysLeftUnread extends Error {
  override readonly name = 'KeysLeftUnread';

  constructor() {
    super('the table left keys of a batch unread too often');
  }
}
