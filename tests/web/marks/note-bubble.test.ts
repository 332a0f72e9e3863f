import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SheetGeometry } from '../../../web/ui/grid/sheet-geometry.ts';
import { NoteBubble } from '../../../web/ui/grid/typing/note-bubble.ts';
import { pressGuardMilliseconds } from '../../../web/ui/overlays/use-just-changed.ts';

const geometry = {
  boxOf: ({ row }: { row: number }) => ({ left: 234, top: row * 35, width: 92, height: 35 }),
  startEdge: () => 0,
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
