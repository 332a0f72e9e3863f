import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type AdminSession, type StaffSession, useSession } from '../../session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { findMatches, wordsTyped } from '../../ui/fields/search-text.ts';
import { Muted, Text } from '../../ui/layout/text.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './palette.module.css';
import type { PaletteItem } from './palette-item.ts';
import { useAdminPaletteItems, useTeacherPaletteItems } from './palette-items.ts';

/** Most items that are shown; the user types more to narrow them down. */
const maxPaletteItems = 20;

/**
 * Items with every typed word; those whose name begins with what was typed come first. A word of some length may name
 * the kind: "class 4A".
 */
export function findPaletteItems(
  items: readonly PaletteItem[],
  typed: string,
): { shown: readonly PaletteItem[]; count: number } {
  const words = wordsTyped(typed);
  if (words.length === 0) {
    const screens = items.filter(({ kind, isPart }) => kind === 'Screen' && !isPart);
    return { shown: screens, count: screens.length };
  }
  const namesKind = words.some((word) => word.length > 3);
  const found = findMatches(
    items,
    typed,
    ({ label }) => label,
    ({ hint, kind }) => (namesKind ? `${hint} ${kind}` : hint),
  );
  return { shown: found.slice(0, maxPaletteItems), count: found.length };
}

interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
}

/** Ctrl-K: a student, class, teacher, screen or act by name, of those that the user may open. */
export default function CommandPalette({ open, onClose }: CommandPaletteProps) {
  const session = useSession();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog openedBy="act" open={open} title="Find" size="medium" initialFocus={field} onClose={onClose}>
      {open && session?.area === 'admin' && <AdminSearch session={session} field={field} onClose={onClose} />}
      {open && session?.area === 'staff' && <TeacherSearch session={session} field={field} onClose={onClose} />}
    </Dialog>
  );
}

interface SearchOf<S> {
  session: S;
  field: React.RefObject<HTMLInputElement | null>;
  onClose: () => void;
}

const AdminSearch = ({ session, ...rest }: SearchOf<AdminSession>) => (
  <Search {...useAdminPaletteItems(session)} {...rest} />
);
const TeacherSearch = ({ session, ...rest }: SearchOf<StaffSession>) => (
  <Search {...useTeacherPaletteItems(session)} {...rest} />
);

type SearchProps = ReturnType<typeof useAdminPaletteItems> & Omit<SearchOf<never>, 'session'>;

function Search({ items, isLoading, isError, retry, field, onClose }: SearchProps) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const id = useId();
  const { shown, count } = findPaletteItems(items, useDeferredValue(typed));
  const at = Math.min(active, shown.length - 1);
  const go = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    if (item.dialog) navigate(pathname + search, { replace: true, state: { dialog: item.dialog } });
    else navigate(item.to, { replace: item.to === pathname + search });
  };
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id, at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (event.key === 'Enter') go(shown[at]);
    else if (to !== undefined && shown.length > 0) setActive((to + shown.length) % shown.length);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.palette}>
      <input
        ref={field}
        className={styles.field}
        role="combobox"
        aria-label="Find a student, class, teacher, screen or act"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Student, class, teacher, screen or act"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Muted className={styles.state} size={13} role="status">
        {shown.length === 0 && !isLoading && 'Nothing matches.'}
        {count > shown.length && `${count} found; ${shown.length} are shown. Type more to narrow it down.`}
        {isLoading && 'Loading names…'}
        {isError && 'Some names could not be loaded. '}
        {isError && (
          <Button variant="quiet" onClick={retry}>
            Retry
          </Button>
        )}
      </Muted>
      <div id={`${id}-list`} role="listbox" aria-label="Found" className={styles.list}>
        {shown.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={`${item.kind} ${item.label} ${item.to}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.item}
            onClick={() => go(item)}
            onPointerMove={() => setActive(index)}
          >
            <Text line="cut" weight={500}>
              {item.label}
            </Text>
            <Muted as="span" line="cut" size={13}>
              {item.hint}
            </Muted>
            <Muted as="span" size={13}>
              {item.kind}
            </Muted>
          </div>
        ))}
      </div>
    </div>
  );
}
