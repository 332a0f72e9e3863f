import type { BrowserContext, Page } from 'playwright-core';

/** One stroke as the page received it. */
export interface Stroke {
  key: string;
  /** `S01 exam_mark` for a cell, else what names the field: "Comment", "password", "BODY". */
  where: string;
  /** What the cell showed, and what was in the field, before the key did anything. */
  shown: string;
  held: string;
  /** For a key that does something with many cells: those that were drawn. */
  look?: [string, { value: string; text: string; note: string | null }][];
}

/**
 * Writes down, inside the page and before any of its own listeners, where each stroke arrives: the one thing that a
 * picture of the screen cannot tell afterwards.
 */
export async function logStrokes(context: BrowserContext): Promise<(page: Page) => readonly Stroke[]> {
  const strokes = new Map<Page, Stroke[]>();
  const of = (page: Page) => {
    const known = strokes.get(page) ?? [];
    strokes.set(page, known);
    return known;
  };
  await context.exposeBinding('oracleStroke', ({ page }, stroke: Stroke) => void of(page).push(stroke));
  await context.addInitScript(() => {
    const { oracleStroke } = window as unknown as { oracleStroke: (stroke: object) => void };
    const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta']);
    const describe = (target: HTMLElement) => {
      const over = target.closest<HTMLElement>('[data-over]')?.dataset.over;
      const cell = (over === undefined ? null : document.getElementById(over)) ?? target.closest('[data-column]');
      const row = cell?.closest<HTMLElement>('[data-row]')?.dataset.row;
      const field = target as HTMLInputElement;
      const label = target.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? target.tagName;
      return {
        where: row ? `${row} ${cell?.getAttribute('data-column')}` : field.type === 'password' ? 'password' : label,
        shown: cell?.textContent ?? '',
        held: field.value ?? '',
      };
    };
    const readValue = (cell: HTMLElement) => {
      const value = cell.querySelector('[data-value]')?.firstChild ?? cell.lastChild;
      return value instanceof Text ? value.data : '';
    };
    const lookAtSheet = () =>
      [...document.querySelectorAll<HTMLElement>('[data-row] [data-column]')].map((cell) => [
        `${cell.closest<HTMLElement>('[data-row]')?.dataset.row} ${cell.dataset.column}`,
        {
          value: readValue(cell),
          text: cell.textContent ?? '',
          note: cell.dataset.note ?? null,
        },
      ]);
    Object.assign(window, { oracleLook: lookAtSheet });
    let isKnown = false;
    addEventListener(
      'keydown',
      (event) => {
        if (modifiers.has(event.key)) return;
        isKnown = true;
        const hasShift = event.shiftKey && (event.ctrlKey || event.key.length > 1);
        const key = `${event.ctrlKey ? 'Control+' : ''}${event.altKey ? 'Alt+' : ''}${hasShift ? 'Shift+' : ''}${event.key}`;
        const isAct = event.ctrlKey && (event.key === 'Enter' || event.key.toLowerCase() === 'd');
        oracleStroke({ key, ...describe(event.target as HTMLElement), ...(isAct ? { look: lookAtSheet() } : {}) });
      },
      true,
    );
    addEventListener('keyup', () => (isKnown = false), true);
    // A character that no key of the keyboard has, as another layout or an input method gives it.
    addEventListener(
      'beforeinput',
      (event) => {
        const { inputType, data } = event as InputEvent;
        if (isKnown || inputType !== 'insertText') return;
        oracleStroke({ key: data ?? '', ...describe(event.target as HTMLElement) });
      },
      true,
    );
  });
  return (page) => of(page);
}
