import type { CellPosition } from './typing/navigation.ts';

/** CSS pixels from the sheet's corner. */
export interface CellBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Positions of a sheet's cells, and its visible part. Measured when the sheet or its window changes size: a move of the
 * cursor reads nothing from the page, which would force a layout (ADR 0012).
 */
export class SheetGeometry {
  readonly #scroller: HTMLElement;
  readonly #sheet: HTMLElement;
  #columns: readonly { left: number; width: number }[] = [];
  /** Width of the sticky columns, which cover what is scrolled under them. */
  #first = 0;
  #head = 0;
  /** Height of a row with its line. */
  #pitch = 1;
  /** Without the foot, which covers rows. */
  #view = { width: 0, height: 0 };
  #scrolled = { left: 0, top: 0 };

  constructor(scroller: HTMLElement, sheet: HTMLElement) {
    this.#scroller = scroller;
    this.#sheet = sheet;
  }

  /** Calls back after every resize and scroll, until the returned function is called. */
  watch(onChange: () => void): () => void {
    const measureAndTell = () => {
      this.measure();
      onChange();
    };
    const scroll = () => {
      this.#readScroll();
      onChange();
    };
    const observer = new ResizeObserver(measureAndTell);
    observer.observe(this.#scroller);
    observer.observe(this.#sheet);
    this.#scroller.addEventListener('scroll', scroll, { passive: true });
    return () => {
      observer.disconnect();
      this.#scroller.removeEventListener('scroll', scroll);
    };
  }

  measure(): void {
    const headings = this.#sheet.firstElementChild;
    const row = this.#sheet.children[1];
    if (!(headings instanceof HTMLElement)) return;
    const [corner, ...columns] = [...headings.children] as HTMLElement[];
    const pinned = columns.slice(
      0,
      columns.findIndex(({ dataset }) => dataset.kind !== 'node'),
    );
    this.#first = [corner, ...pinned].reduce((width, heading) => width + (heading?.offsetWidth ?? 0), 0);
    this.#head = headings.offsetHeight;
    this.#pitch = (row instanceof HTMLElement && row.offsetHeight) || 1;
    this.#columns = columns.map(({ offsetLeft, offsetWidth }) => ({ left: offsetLeft, width: offsetWidth }));
    const foot = this.#scroller.querySelector<HTMLElement>(':scope > [data-foot]')?.offsetHeight ?? 0;
    this.#view = { width: this.#scroller.clientWidth, height: this.#scroller.clientHeight - foot };
    // The first column is sticky only if the sheet is wider than its window: sticky columns slow every move.
    this.#sheet.toggleAttribute('data-wide', this.#sheet.offsetWidth > this.#view.width);
    this.#readScroll();
  }

  /** The cell without the lines at its left and below. */
  boxOf({ row, column }: CellPosition): CellBox {
    const { left, width } = this.#columns[column] ?? { left: 0, width: 0 };
    return { left: left + 1, top: this.#head + row * this.#pitch, width: width - 1, height: this.#pitch - 1 };
  }

  /** How many pixels of a box's left end the first column covers. */
  coveredWidth({ left }: CellBox): number {
    return Math.max(0, this.#scrolled.left + this.#first - left);
  }

  /** Edges of the visible part, in pixels of the sheet: right; under the headings; right of the first column. */
  rightEdge = (): number => this.#scrolled.left + this.#view.width;
  topEdge = (): number => this.#scrolled.top + this.#head;
  leftEdge = (): number => this.#scrolled.left + this.#first;

  /** First visible row, and the one after the last; fractions for partly visible rows. */
  rowsInView(): { from: number; to: number } {
    const from = this.#scrolled.top / this.#pitch;
    return { from, to: from + (this.#view.height - this.#head) / this.#pitch };
  }

  /** Call after the sheet was shown: from now on the browser paints rows only when they scroll into view. */
  rest(): void {
    this.#sheet.toggleAttribute('data-rested', true);
  }

  /** Scrolls a cell into view, as little as possible. */
  reveal(place: CellPosition): void {
    const { left, top, width, height } = this.boxOf(place);
    const to = {
      left: nearest(this.#scrolled.left, left - 1 - this.#first, left + width - this.#view.width),
      top: nearest(this.#scrolled.top, top - this.#head, top + height + 1 - this.#view.height),
    };
    if (to.left === this.#scrolled.left && to.top === this.#scrolled.top) return;
    this.#scrolled = to;
    this.#scroller.scrollTo(to);
  }

  #readScroll(): void {
    this.#scrolled = { left: this.#scroller.scrollLeft, top: this.#scroller.scrollTop };
  }
}

/** `now`, limited to at least `least` and at most `most`; `most` if it cannot be both. */
const nearest = (now: number, most: number, least: number): number => Math.min(Math.max(now, least), most);
