import * as rules from '#shared/marks/explain.ts';
import { Stack } from '../ui/layout/stack.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './explain.module.css';

/** The explanations to show, from rules that are loaded with the window. */
export type ExplanationSource = (known: typeof rules) => readonly rules.Explanation[];

export interface ExplanationWindowProps {
  open: boolean;
  /** "Total — Mathematics". */
  title: string;
  /** The student. */
  about: string | undefined;
  explain: ExplanationSource;
  onClose: () => void;
}

/** A figure's computation, step by step, with its roundings. */
export default function ExplanationWindow({ open, title, about, explain, onClose }: ExplanationWindowProps) {
  return (
    <Dialog openedBy="act" open={open} title={title} text={about} onClose={onClose}>
      {open &&
        explain(rules).map(({ figure, steps, notes }) => (
          <Stack key={steps.at(-1)?.what ?? notes.join()} as="section" above={12}>
            {figure === null && <p>There is no figure.</p>}
            <Stack as="ol" gap={8} className={styles.steps}>
              {steps.map(({ what, sum, result }) => (
                <li key={what}>
                  <strong>{what}</strong>
                  <span>{sum}</span>
                  <span className={styles.result}>= {result}</span>
                </li>
              ))}
            </Stack>
            {notes.map((note) => (
              <p key={note} className={styles.note}>
                {note}
              </p>
            ))}
          </Stack>
        ))}
    </Dialog>
  );
}
