import type { SearchEntry } from '../search/entry.ts';
import { type Find, findIn } from './search-index.ts';

let dialog: HTMLDialogElement | undefined;

/** @param index path of the list of everything that can be found; it is loaded at the first search */
export function openSearch(index: string): void {
  dialog ??= createDialog(index);
  dialog.showModal();
  dialog.querySelector('input')?.select();
}

function createDialog(index: string): HTMLDialogElement {
  const made = document.createElement('dialog');
  made.setAttribute('aria-label', 'Search');
  made.innerHTML = `<form method="dialog"><input class="control" type="search" aria-label="Search the documentation" autocomplete="off" spellcheck="false"><button class="control" type="submit">Close</button></form><p role="status"></p><ol></ol>`;
  document.body.append(made);
  const parts = partsOf(made);
  const find = load(index);
  parts.input.addEventListener('input', () => show(parts, find));
  made.addEventListener('keydown', (event) => moveByArrows(event, parts));
  made.addEventListener('click', ({ target }) => {
    // A result may be a heading of the current page, and a click next to the dialog hits the dialog element itself.
    if (target === made || (target instanceof Element && target.closest('a'))) made.close();
  });
  return made;
}

interface Parts {
  readonly input: HTMLInputElement;
  readonly status: HTMLElement;
  readonly results: HTMLElement;
}

function partsOf(made: HTMLDialogElement): Parts {
  const [input, status, results] = [
    made.querySelector('input'),
    made.querySelector<HTMLElement>('p'),
    made.querySelector<HTMLElement>('ol'),
  ];
  if (!input || !status || !results) throw new Error('the dialog lacks a part');
  return { input, status, results };
}

async function load(index: string): Promise<Find> {
  const answer = await fetch(index);
  if (!answer.ok) throw new Error(`the index was answered with ${answer.status}`);
  return findIn((await answer.json()) as SearchEntry[]);
}

async function show({ input, status, results }: Parts, loading: Promise<Find>): Promise<void> {
  const find = await loading.catch(() => undefined);
  const text = input.value.trim();
  const found = find === undefined || text === '' ? [] : find(text);
  results.replaceChildren(...found.map(itemOf));
  status.textContent = find
    ? sayFound(text, found.length)
    : 'The index could not be loaded. Reload the page to try again.';
}

function sayFound(text: string, count: number): string {
  if (text === '') return '';
  return count === 0 ? 'Nothing has these words. Try fewer, or the name of a field or an error.' : `${count} found`;
}

function itemOf({ title, path, of }: SearchEntry): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = path;
  link.textContent = title;
  if (of !== undefined) {
    const place = document.createElement('span');
    place.textContent = of;
    link.append(place);
  }
  item.append(link);
  return item;
}

/** The arrow keys move through the results. Enter in the field opens the first one. */
function moveByArrows(event: KeyboardEvent, { input, results }: Parts): void {
  const links = [...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === 'Enter' && document.activeElement === input) {
    event.preventDefault();
    links[0]?.click();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || links.length === 0) return;
  event.preventDefault();
  (links[at + step] ?? input).focus();
}
