import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { tooLong } from '#shared/marking/read-typed.ts';
import { useTyping } from '../../../outbox/session-outbox.ts';
import { readDraft, removeDraft, writeDraft } from '../../../session/drafts.ts';
import { useSession } from '../../../session/session.ts';
import { useUnsavedWork } from '../../../session/unsaved-work.ts';

/** Milliseconds without a key after which what is typed is saved. */
const pause = 800;

/** Names the record in what is kept of its fields on the device. */
export const RecordKey = createContext('');

interface Drafted {
  /** Names the field in its record. */
  name: string;
  stored: string;
  /** Most characters that are saved. */
  limit: number;
  save: (text: string) => void;
}

/**
 * What is being typed into one field: saved in pauses of the typing, when the field is left, when the page is hidden, and when the
 * field goes away, without the blanks at its ends; what comes after the last pause survives the browser. `text` is what is stored
 * while nobody types. A text that is too long is not saved: it stays, in this tab also where the field goes away, until it is shorter.
 */
export function useDraft({ name, stored, limit, save }: Drafted) {
  const userId = useSession()?.id ?? '';
  const kept = `remark/${useContext(RecordKey)}/${name}`;
  const keptText = () => {
    const text = readDraft(userId, kept);
    return typeof text === 'string' ? text : null;
  };
  const [draft, setDraft] = useState(keptText);
  const typing = useTyping();
  const isTooLong = (text: string) => tooLong(text.trim(), limit) !== null;
  const latest = useRef({ draft, stored, save, isTooLong });
  latest.current = { draft, stored, save, isTooLong };
  useUnsavedWork(draft !== null && isTooLong(draft));

  const commit = useCallback(() => {
    const { draft: typed, stored: before, save: write, isTooLong: isRefused } = latest.current;
    if (typed === null || isRefused(typed)) return;
    removeDraft(userId, kept);
    if (typed.trim() !== before) write(typed.trim());
  }, [userId, kept]);

  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(commit, pause);
    return () => clearTimeout(timer);
  }, [draft, commit]);

  // The longer form of the field took the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stored text is the moment
  useEffect(() => {
    if (draft !== null && isTooLong(draft) && keptText() === null) setDraft(null);
  }, [stored]);

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
      if (isTooLong(text)) {
        writeDraft(userId, kept, text);
        typing(null);
      } else typing(() => latest.current.save(text.trim()));
    },
    leave: () => {
      commit();
      if (draft !== null && !isTooLong(draft)) setDraft(null);
    },
  };
}
