import type { Place } from './typing/navigation.ts';

/** CSS pixels from the sheet's corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Where the cells of a sheet are, and what of it is in view. All of it is measured when the sheet or its window changes
 * size and kept: a move asks the browser for nothing, for it would lay the page out to answer (ADR 0012).
 */
export class SheetGeometry {
  readonly #scroller: HTMLElement;
  readonly #sheet: HTMLElement;
  #columns: readonly { left: number; width: number }[] = [];
  /** Width of the first column and the nodes beside it, which cover what is scrolled under them. */
  #first = 0;
  #head = 0;
  /** From a row to the next, its line included. */
  #pitch = 1;
  /** Without the foot, which covers rows as the headings do. */
  #view = { width: 0, height: 0 };
  #scrolled = { left: 0, top: 0 };

  constructor(scroller: HTMLElement, sheet: HTMLElement) {
    this.#scroller = scroller;
    this.#sheet = sheet;
  }

  /** Measures until the returned function is called; calls back whenever something is elsewhere than before. */
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
    // Only where the sheet is wider than its window has the first column to stick, which costs every move.
    this.#sheet.toggleAttribute('data-wide', this.#sheet.offsetWidth > this.#view.width);
    this.#readScroll();
  }

  /** The cell without the lines at its left and below. */
  boxOf({ row, column }: Place): Box {
    const { left, width } = this.#columns[column] ?? { left: 0, width: 0 };
    return { left: left + 1, top: this.#head + row * this.#pitch, width: width - 1, height: this.#pitch - 1 };
  }

  /** How much of a box's left end is under the first column. */
  coveredWidth({ left }: Box): number {
    return Math.max(0, this.#scrolled.left + this.#first - left);
  }

  /** Where what shows of the sheet ends, in its own pixels: left, with the first column; right; under the headings; right of the first column. */
  startEdge = (): number => this.#scrolled.left;
  rightEdge = (): number => this.#scrolled.left + this.#view.width;
  topEdge = (): number => this.#scrolled.top + this.#head;
  leftEdge = (): number => this.#scrolled.left + this.#first;

  /** First row that shows, and the one after the last; fractions where they show in part. */
  rowsInView(): { from: number; to: number } {
    const from = this.#scrolled.top / this.#pitch;
    return { from, to: from + (this.#view.height - this.#head) / this.#pitch };
  }

  /** To be called once the sheet has shown: from now on rows out of sight are left to be drawn when they come into it. */
  rest(): void {
    this.#sheet.toggleAttribute('data-rested', true);
  }

  /** Scrolls as little as brings a cell into view. */
  reveal(place: Place): void {
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

/** The place nearest to `now` that is at most `most` and at least `least`; `most` where it cannot be both. */
const nearest = (now: number, most: number, least: number): number => Math.min(Math.max(now, least), most);
