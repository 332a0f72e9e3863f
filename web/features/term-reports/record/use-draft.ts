import { useCallback, useEffect, useRef, useState } from 'react';
import { useTyping } from '../../../outbox/session-outbox.ts';

/** Milliseconds without a key after which what is typed is saved. */
const pause = 800;

/**
 * What is being typed into one field: saved in pauses of the typing, when the field is left, when the page is hidden, and when the
 * field goes away, without the blanks at its ends; what comes after the last pause survives the browser. `text` is what is stored
 * while nobody types.
 */
export function useDraft(stored: string, save: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const typing = useTyping();
  const latest = useRef({ draft, stored, save });
  latest.current = { draft, stored, save };

  const commit = useCallback(() => {
    const { draft: typed, stored: before, save: write } = latest.current;
    if (typed !== null && typed.trim() !== before) write(typed.trim());
  }, []);

  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(commit, pause);
    return () => clearTimeout(timer);
  }, [draft, commit]);

  useEffect(() => {
    window.addEventListener('visibilitychange', commit, true);
    window.addEventListener('pagehide', commit, true);
    return () => {
      window.removeEventListener('visibilitychange', commit, true);
      window.removeEventListener('pagehide', commit, true);
      commit();
    };
  }, [commit]);

  return {
    text: draft ?? stored,
    type: (text: string) => {
      setDraft(text);
      typing(() => latest.current.save(text.trim()));
    },
    leave: () => {
      commit();
      setDraft(null);
    },
  };
}
