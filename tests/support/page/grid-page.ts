import type { Locator, Page } from 'playwright-core';

/** The cell of a drawn row, counted from 0, and a column. */
export const findCell = (page: Page, row: number, column: string) =>
  page.locator('[data-row]').nth(row).locator(`[data-column="${column}"]`);

/**
 * The value that a cell shows, without the note before it. Not the inner text: a row out of sight has none until the
 * next frame.
 */
export const readCellValue = (shown: Locator): Promise<string> =>
  shown.evaluate((element) => {
    const value = element.querySelector('[data-value]')?.firstChild ?? element.lastChild;
    return value instanceof Text ? value.data : '';
  });

export const readShownValue = (page: Page, row: number, column: string): Promise<string> =>
  readCellValue(findCell(page, row, column));

/** The values that some rows show in a column. */
export const readColumn = async (page: Page, id: string, rows: readonly number[]) =>
  Promise.all(rows.map((row) => readShownValue(page, row, id)));

/**
 * Not through the locator's own check of what is hit: that is the field, where it lies over the cell already. First out
 * from under the headings and the foot, as anybody scrolls who wants to press there.
 */
export async function pressCell(page: Page, row: number, column: string): Promise<void> {
  await findCell(page, row, column).evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  await findCell(page, row, column).click({ force: true });
}

export const waitUntilRowIsSaved = (page: Page, row: number) =>
  findCell(page, row, 'save').getByText('Saved').waitFor({ state: 'attached' });

/** The cell that has the focus, or that the field with the focus lies over: "3 exam_mark"; empty elsewhere. */
export const readFocusedCell = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const frame = document.activeElement?.closest<HTMLElement>('[data-over]');
    const active = frame
      ? document.getElementById(frame.dataset.over ?? '')
      : document.activeElement?.closest('[data-column]');
    const rows = [...document.querySelectorAll('[data-row]')];
    return active
      ? `${rows.indexOf(active.closest('[data-row]') as Element)} ${active.getAttribute('data-column')}`
      : '';
  });

/**
 * Gives a text to what has the focus, as the clipboard does; where nothing takes it, it goes into the text as typed.
 */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((block) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', block);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    const isFree = document.activeElement?.dispatchEvent(event);
    if (isFree) document.execCommand('insertText', false, block);
  }, text);
}

/** The first column that takes marks. */
export const findColumnOfMarks = (page: Page): Promise<string> =>
  page
    .locator('[data-row]')
    .first()
    .locator('[data-kind=number]')
    .first()
    .evaluate((cell: HTMLElement) => cell.dataset.column ?? '');
