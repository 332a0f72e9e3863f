import { type DragEvent, useRef, useState } from 'react';

/** What makes a line of a list one that is dragged, and dropped on. */
export interface DraggedLine {
  /** Of the handle. */
  handle: {
    draggable: true;
    onDragStart: (event: DragEvent<HTMLElement>) => void;
    onDragEnd: () => void;
  };
  /** Of the line. */
  line: {
    'data-line': true;
    'data-over': true | undefined;
    onDragOver: (event: DragEvent<HTMLElement>) => void;
    onDrop: (event: DragEvent<HTMLElement>) => void;
  };
}

/**
 * Puts a list in order with the mouse; keyboards and fingers have the buttons of each line. A line is dropped on lines
 * of the same list alone.
 */
export function useDragOrder<T>(onDrop: (dragged: T, onto: T) => void): (item: T, key: string) => DraggedLine {
  const dragged = useRef<{ item: T } | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    dragged.current = null;
    setOver(null);
  };
  return (item, key) => ({
    handle: {
      draggable: true,
      onDragStart: ({ currentTarget, dataTransfer }) => {
        dragged.current = { item };
        dataTransfer.effectAllowed = 'move';
        // Firefox drags nothing without data.
        dataTransfer.setData('text/plain', key);
        const line = currentTarget.closest('[data-line]');
        if (line) dataTransfer.setDragImage(line, 0, 0);
      },
      onDragEnd: end,
    },
    line: {
      'data-line': true,
      'data-over': over === key || undefined,
      onDragOver: (event) => {
        if (!dragged.current) return;
        event.preventDefault();
        if (over !== key) setOver(key);
      },
      onDrop: (event) => {
        event.preventDefault();
        const from = dragged.current;
        end();
        if (from) onDrop(from.item, item);
      },
    },
  });
}
