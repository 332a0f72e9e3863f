import { useCallback, useEffect, useRef, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { nameOfBlank } from '#shared/term-reports/layouts/layout-places.ts';
import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { attempt } from '../../../acts/attempt.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { useUnsavedWork } from '../../../session/unsaved-work.ts';

export type StoredLayout = Output<typeof termReportsContract.listCardLayouts>['layouts'][number];

/** A draft as the screen changes it. */
export interface Draft {
  layout: CardLayout;
  levels: number[];
  terms: (1 | 2 | 3)[];
}

/** Milliseconds after a change until it is saved: a heading is typed as a whole. */
const quiet = 400;

export const draftOf = ({ draft, levels, terms }: StoredLayout): Draft => ({
  layout: JSON.parse(draft) as CardLayout,
  levels,
  terms,
});

/**
 * A draft that saves itself after each change, one save after the other. A refused save stops it: what was changed
 * stays on the screen until it is tried again or thrown away, or, where somebody else saved meanwhile, kept in place of
 * theirs.
 */
export function useDraft(stored: StoredLayout, onSaved: () => void) {
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [saved, setSaved] = useState({ text: JSON.stringify(draft), saves: stored.saves });
  const [problem, setProblem] = useState<string | null>(null);
  const [isOvertaken, setOvertaken] = useState(false);
  const busy = useRef(false);
  const isSaved = JSON.stringify(draft) === saved.text;
  const blank = nameOfBlank(draft.layout);
  const canSave = problem === null && blank === null;
  useUnsavedWork(!isSaved, { savesItself: canSave });

  const save = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    const text = JSON.stringify(draft);
    const { layout, ...scope } = draft;
    const input = { layout_id: stored.layout_id, layout: toLayoutText(layout), ...scope, saves: saved.saves };
    await attempt(
      async () => {
        const { saves } = await call(termReportsContract.saveCardLayout, input, { isNoAct: true });
        setSaved({ text, saves });
        onSaved();
      },
      (error) => {
        setProblem(messageOf(error));
        setOvertaken(error instanceof ApiError && error.status === 409);
        // What they saved is what mine is then saved over.
        onSaved();
      },
    );
    busy.current = false;
  }, [draft, saved.saves, stored.layout_id, onSaved]);

  useEffect(() => {
    if (isSaved || !canSave) return;
    const timer = setTimeout(save, quiet);
    return () => clearTimeout(timer);
  }, [isSaved, canSave, save]);

  return {
    draft,
    saves: saved.saves,
    isSaved,
    /** What has no text yet, which no draft may lack; null: nothing. */
    blank,
    problem,
    /** Somebody else saved meanwhile: which of both stays is to be chosen. */
    isOvertaken,
    change: (next: Partial<Draft>) => {
      if (!isOvertaken) setProblem(null);
      setDraft((now) => ({ ...now, ...next }));
    },
    retry: () => setProblem(null),
    /** Saves what is here over what somebody else saved, as soon as that is read. */
    keepMine: () => {
      setProblem(null);
      setOvertaken(false);
      setSaved({ text: '', saves: stored.saves });
    },
  };
}
