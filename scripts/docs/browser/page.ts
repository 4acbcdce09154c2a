// The behavior of pages: copying code, remembering the language of samples, opening the search.
import { openSearch } from './search-dialog.ts';

function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => copy(block, button));
    block.append(button);
  }
}

async function copy(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const text = block.querySelector('code')?.textContent ?? '';
  const said = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not copied',
  );
  button.textContent = said;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_000);
}

const languageKey = 'sluice-docs-language';

/** All samples of a page, and of later pages, are shown in one language. */
function chooseLanguage(language: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.samples input')) {
    if (input.value === language) input.checked = true;
  }
}

function rememberLanguage(): void {
  const kept = localStorage.getItem(languageKey);
  if (kept !== null) chooseLanguage(kept);
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest('.samples') === null) return;
    localStorage.setItem(languageKey, target.value);
    chooseLanguage(target.value);
  });
}

/** On a narrow screen the table of contents covers the text. */
function closeContentsOnChoice(): void {
  const contents = document.getElementById('contents');
  contents?.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement && contents.matches(':popover-open')) contents.hidePopover();
  });
}

function offerSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('.search');
  const index = button?.dataset.index;
  if (!button || index === undefined) return;
  button.hidden = false;
  button.addEventListener('click', () => openSearch(index));
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    if (event.key !== '/' || (target instanceof HTMLElement && target.matches('input, textarea'))) return;
    event.preventDefault();
    openSearch(index);
  });
}

addCopyButtons();
rememberLanguage();
closeContentsOnChoice();
offerSearch();
