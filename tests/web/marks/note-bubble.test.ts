import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SheetGeometry } from '../../../web/ui/grid/sheet-geometry.ts';
import { NoteBubble } from '../../../web/ui/grid/typing/cursor.ts';
import { pressGuardMilliseconds } from '../../../web/ui/overlays/use-just-changed.ts';

const geometry = {
  boxOf: ({ row }: { row: number }) => ({ left: 234, top: row * 35, width: 92, height: 35 }),
  leftEdge: () => 233,
  rightEdge: () => 900,
  topEdge: () => 44,
} as unknown as SheetGeometry;
const changed = (row: number, mark: number) => ({
  place: { row, column: 1 },
  note: { kind: 'conflict' as const, typed: '55', message: `Ana Baker changed this to ${mark}`, actions: [] },
});

describe('the buttons beside a cell', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const shown = () => {
    const bubble = new NoteBubble();
    const show = (noted: ReturnType<typeof changed> | null) => {
      bubble.show(noted, null, geometry);
    };
    return { show, isSettling: () => bubble.element.dataset.settling !== undefined };
  };

  it('take no press before they have been where they are for a while', () => {
    const { show, isSettling } = shown();
    show(changed(3, 23));
    vi.advanceTimersByTime(pressGuardMilliseconds - 1);
    expect(isSettling()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isSettling()).toBe(false);
  });

  it('are left alone while the same is said in the same place', () => {
    const { show, isSettling } = shown();
    show(changed(3, 23));
    vi.advanceTimersByTime(pressGuardMilliseconds);
    show(changed(3, 23));
    expect(isSettling()).toBe(false);
  });

  it.each([
    ['at another cell', changed(4, 23)],
    ['with another value', changed(3, 24)],
  ])('wait again %s', (_, next) => {
    const { show, isSettling } = shown();
    show(changed(3, 23));
    vi.advanceTimersByTime(pressGuardMilliseconds);
    show(next);
    expect(isSettling()).toBe(true);
  });

  it('wait again when they were gone in between', () => {
    const { show, isSettling } = shown();
    show(changed(3, 23));
    vi.advanceTimersByTime(pressGuardMilliseconds);
    show(null);
    show(changed(3, 23));
    expect(isSettling()).toBe(true);
  });
});

describe('the box beside a cell', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  // Rows are 35 high and begin at 44; the box is 300 x 80. Columns are 92 wide, and nothing is right of the second but
  // its edge.
  const sheet = {
    ...geometry,
    boxOf: ({ row, column }: { row: number; column: number }) => ({
      left: 233 + (column - 1) * 92,
      top: 44 + row * 35,
      width: 92,
      height: 35,
    }),
    rightEdge: () => 340,
  } as unknown as SheetGeometry;

  it.each([
    ['the cell itself: above it', 5, 5, 44 + 5 * 35 - 86],
    ['the next cell: above its own', 5, 6, 44 + 5 * 35 - 86],
    ['the cell above: below its own', 5, 4, 44 + 6 * 35 + 6],
    ['the cell below the first row, above which there is no room: below that', 0, 1, 44 + 2 * 35 + 6],
  ])('is clear of the cell with the focus where that is %s', (_, noted, active, top) => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(80);
    const bubble = new NoteBubble();
    bubble.show({ ...changed(noted, 23), place: { row: noted, column: 2 } }, { row: active, column: 2 }, sheet);
    expect(bubble.element.style.transform).toMatch(new RegExp(`, ${top}px\\)$`));
  });
});
