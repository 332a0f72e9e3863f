import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Pixels between a field and its list, and between the list and the edge of the window. */
const gap = 4;
const margin = 8;

const px = (pixels: number) => `${pixels}px`;

/**
 * The open list of a field, whose parent is as wide as the field: below it, or above where there is more room, and as
 * high as the window has room for. Fixed to the window, so that nothing around the field cuts it.
 */
export function useListBesideField(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popup = list.current;
    const field = popup?.parentElement;
    if (!isOpen || !popup || !field) return;
    const place = () => {
      const { left, top, bottom, width } = field.getBoundingClientRect();
      const height = window.visualViewport?.height ?? window.innerHeight;
      const below = height - bottom - gap - margin;
      // The bar of the page lies over it.
      const bar = Number.parseFloat(getComputedStyle(field).getPropertyValue('--bar')) || 0;
      const above = top - bar - gap - margin;
      const isAbove = above > below && below < Math.min(320, popup.scrollHeight);
      Object.assign(popup.style, {
        left: px(left),
        width: px(width),
        top: isAbove ? 'auto' : px(bottom + gap),
        bottom: isAbove ? px(window.innerHeight - top + gap) : 'auto',
      });
      popup.style.setProperty('--available-height', px(isAbove ? above : below));
    };
    place();
    // A window that is turned lays the field out again, sometimes after it has said so.
    const observer = new ResizeObserver(place);
    observer.observe(field);
    window.addEventListener('resize', place);
    document.addEventListener('scroll', place, true);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
      document.removeEventListener('scroll', place, true);
    };
  }, [isOpen]);
  return list;
}
