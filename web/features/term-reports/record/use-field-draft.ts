import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { whyTooLong } from '#shared/typed-text.ts';
import type { RefusedText } from '../../../outbox/pending-record.ts';
import { useTypingDraft } from '../../../outbox/session-outbox.ts';

/** Milliseconds without a key after which what is typed is saved. */
const pause = 800;

interface DraftOptions {
  /** Names the field in its record. */
  name: string;
  stored: string;
  /** Most characters that are saved. */
  limit: number;
  save: (text: string) => void;
}

/**
 * The draft of one field. It is saved, trimmed, in pauses of typing, when the field loses focus or is unmounted, and
 * when the page is hidden; text typed after the last pause survives a closed browser. `text` is the stored text while
 * nobody types. A text that is too long is not saved: it is kept, also on the device, until it is shorter.
 */
export function useFieldDraft({ name, stored, limit, save }: DraftOptions) {
  const texts = useContext(RefusedTextsContext);
  const kept = texts.of(name)?.typed ?? null;
  const [draft, setDraft] = useState<string | null>(null);
  const typing = useTypingDraft();
  const handOver = (typed: string) => {
    const text = typed.trim();
    const message = whyTooLong(text, limit);
    if (message !== null) texts.keep(name, { typed: text, message });
    else if (text !== stored) save(text);
    else if (kept !== null) texts.keep(name, null);
  };
  const latest = useRef({ draft, handOver });
  latest.current = { draft, handOver };

  const commit = useCallback(() => {
    if (latest.current.draft !== null) latest.current.handOver(latest.current.draft);
  }, []);

  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(commit, pause);
    return () => clearTimeout(timer);
  }, [draft, commit]);

  // The longer form of a field accepts a text that the shorter one refused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another limit is the moment
  useEffect(() => {
    if (draft === null && kept !== null && whyTooLong(kept, limit) === null) setDraft(kept);
  }, [limit]);

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
    text: draft ?? kept ?? stored,
    type: (text: string) => {
      setDraft(text);
      typing(() => latest.current.handOver(text));
    },
    leave: () => {
      commit();
      setDraft(null);
    },
  };
}

/** Texts that fields of the record refused, kept on the device (rule 40), by `data-field`. */
export interface RefusedTextsOfRecord {
  of: (field: string) => RefusedText | null;
  /** Null removes it. */
  keep: (field: string, refused: RefusedText | null) => void;
}

export const RefusedTextsContext = createContext<RefusedTextsOfRecord>({ of: () => null, keep: () => {} });
