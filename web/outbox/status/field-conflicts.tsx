import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Stack } from '../../ui/layout/stack.tsx';
import { WholeDates } from '../../ui/screen/whole-dates.tsx';
import { usePendingRecords } from '../browser-outbox.ts';
import type { Outbox } from '../outbox.ts';
import { conflictText, listUnsavedValues, type UnsavedValue } from '../save-status.ts';
import { ConflictDecisionButtons } from './decision-buttons.tsx';
import styles from './status.module.css';

interface FieldConflictsProps {
  outbox: Outbox;
  /** The record's fields by their `data-field` on the page; undefined for a record that is not shown. */
  fieldOf: (recordId: string, field: string) => string | undefined;
}

/**
 * Shows each conflict of a form beside its field: the stored value, who and when, and the choice by button, or by Alt+M
 * and Alt+T in the field. The focus stays where it is (ADR 0033).
 */
export function FieldConflicts({ outbox, fieldOf }: FieldConflictsProps) {
  return listUnsavedValues(usePendingRecords(outbox)).map((one) => {
    const name = one.failure?.conflict && fieldOf(one.record.id, one.field);
    return name === undefined ? null : (
      <Beside key={`${one.record.id} ${one.field}`} name={name} unsaved={one} outbox={outbox} />
    );
  });
}

function Beside({ name, unsaved, outbox }: { name: string; unsaved: UnsavedValue; outbox: Outbox }) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setHost(document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)), [name]);
  const { record, field, failure } = unsaved;
  useEffect(() => {
    if (!host) return;
    const answer = (event: KeyboardEvent) => {
      const isMine = event.code === 'KeyM';
      if (!event.altKey || !(isMine || event.code === 'KeyT')) return;
      event.preventDefault();
      void (isMine ? outbox.keepMine(record.id, field) : outbox.discardValue(record.id, field));
    };
    host.addEventListener('keydown', answer);
    return () => host.removeEventListener('keydown', answer);
  }, [host, outbox, record.id, field]);
  const box = useRef<HTMLDivElement>(null);
  useClearOfFocus(box, host);
  if (!host || !failure?.conflict) return null;
  const text = conflictText(failure.conflict);
  return createPortal(
    <Stack gap={6} tone="danger" size="13on18" ref={box} className={styles.beside} breaks role="status">
      <span>
        <WholeDates>{text}</WholeDates>
      </span>
      <ConflictDecisionButtons about={text} outbox={outbox} id={record.id} field={field} />
    </Stack>,
    host,
  );
}

/** Pixels between the box and the edge of the card. */
const margin = 8;

/**
 * Keeps a box below its field, or above it where it would cover the field that has the focus, and inside of the card
 * that the field is in.
 */
function useClearOfFocus(box: RefObject<HTMLElement | null>, host: HTMLElement | null): void {
  useLayoutEffect(() => {
    const place = () => {
      const focused = document.activeElement;
      if (!host || !box.current || box.current.contains(focused)) return;
      const { right } = host.getBoundingClientRect();
      const around = (host.closest('section, main, [role="dialog"]') ?? document.body).getBoundingClientRect();
      const least = Math.max(around.left, 0) + margin + box.current.offsetWidth;
      box.current.style.right = `${right - Math.max(right, least)}px`;
      box.current.dataset.side = 'below';
      const field = focused === document.body ? undefined : focused?.getBoundingClientRect();
      if (field && doesMeet(box.current.getBoundingClientRect(), field)) box.current.dataset.side = 'above';
    };
    place();
    document.addEventListener('focusin', place);
    window.addEventListener('resize', place);
    return () => {
      document.removeEventListener('focusin', place);
      window.removeEventListener('resize', place);
    };
  }, [box, host]);
}

const doesMeet = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
