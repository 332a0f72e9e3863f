import { type ReactNode, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './form.module.css';

/** A save that changes something for everybody, in words. */
export interface ChangeSummary {
  title: string;
  /** The new values with the old ones. */
  changes: string[];
  /** What follows from them. */
  effects: string[];
}

/**
 * Says what a save changes and asks before it, for `confirm` of a form: the question as a promise, and the window that
 * belongs on the screen.
 * @param act the words of the button that saves
 */
export function useChangeQuestion(act: string): {
  ask: (summary: ChangeSummary) => Promise<boolean>;
  window: ReactNode;
} {
  const [asked, setAsked] = useState<{ summary: ChangeSummary; answer: (isSure: boolean) => void } | null>(null);
  const answer = (isSure: boolean) => {
    asked?.answer(isSure);
    setAsked(null);
  };
  return {
    ask: (summary) => new Promise((resolve) => setAsked({ summary, answer: resolve })),
    window: asked && (
      <Dialog
        openedBy="act"
        open
        size="small"
        title={asked.summary.title}
        onClose={() => answer(false)}
        footer={
          <>
            <Button onClick={() => answer(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => answer(true)}>
              {act}
            </Button>
          </>
        }
      >
        <Stack gap={18}>
          {asked.summary.changes.length > 0 && (
            <Stack as="ul" gap={4} className={styles.changes}>
              {asked.summary.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </Stack>
          )}
          {asked.summary.effects.map((effect) => (
            <p key={effect}>{effect}</p>
          ))}
        </Stack>
      </Dialog>
    ),
  };
}
