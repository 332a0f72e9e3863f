import controls from '../../ui/controls/button.module.css';
import display from '../../ui/display/display.module.css';
import { type SaveStatus, saveWords } from '../../ui/screen/save-state.tsx';
import type { Outbox } from '../outbox.ts';
import type { RecordState } from '../record-state.ts';

const alert = 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 8v4m0 4h.01';

/** Outlines of icons (Lucide), 24 × 24. */
const outlines: Partial<Record<SaveStatus, string>> = {
  saved: 'M20 6 9 17l-5-5',
  error: alert,
  refused: alert,
  waiting:
    'm2 2 20 20M5.78 5.78A7 7 0 0 0 9 19h8.5a4.5 4.5 0 0 0 1.31-.19M21.53 16.5A4.5 4.5 0 0 0 17.5 10h-1.79A7 7 0 0 0 10 5.07',
};

const tones: Record<SaveStatus, string | undefined> = {
  idle: undefined,
  saving: display.saving,
  saved: display.saved,
  error: display.failed,
  waiting: display.saving,
  refused: display.failed,
};

/**
 * How far the saving of one record is, as an icon in a cell of its row, until the returned function is called. Nothing is drawn for
 * a record that was left alone.
 */
export function drawSaveState(cell: HTMLElement, outbox: Outbox, id: string): () => void {
  let drawn: RecordState | null = null;
  const draw = () => {
    const state = outbox.state(id);
    if (state === drawn || (drawn === null && state.status === 'idle')) return;
    drawn = state;
    cell.replaceChildren(stateElement(state));
  };
  draw();
  return outbox.subscribe(draw);
}

function stateElement({ status, failures, waiting }: RecordState): HTMLElement {
  const [refused] = Object.values(waiting?.refused ?? {});
  const text = failures[0]?.message ?? refused?.message ?? saveWords[status];
  const state = document.createElement('span');
  state.className = [display.saveState, tones[status]].filter(Boolean).join(' ');
  state.title = text;
  const words = document.createElement('span');
  words.className = display.hiddenText ?? '';
  words.textContent = text;
  const outline = outlines[status];
  if (outline !== undefined) state.append(icon(outline));
  else if (status === 'saving') state.append(spinner());
  state.append(words);
  return state;
}

function spinner(): HTMLElement {
  const ring = document.createElement('span');
  ring.className = controls.spinner ?? '';
  ring.setAttribute('aria-hidden', 'true');
  return ring;
}

function icon(outline: string): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  const attributes = { width: 16, height: 16, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor' };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, String(value));
  for (const [name, value] of [
    ['stroke-width', '2'],
    ['stroke-linecap', 'round'],
    ['stroke-linejoin', 'round'],
    ['aria-hidden', 'true'],
  ] as const) {
    svg.setAttribute(name, value);
  }
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', outline);
  svg.append(path);
  return svg;
}
