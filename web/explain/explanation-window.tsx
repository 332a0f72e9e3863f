import * as rules from '#shared/marks/explain.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import styles from './explain.module.css';

/** The figures to explain, from rules that load with the window, so that a page does not wait for them. */
export type Explain = (known: typeof rules) => readonly rules.Explanation[];

export interface ExplanationWindowProps {
  open: boolean;
  /** "Total — Mathematics". */
  title: string;
  /** The student. */
  about: string | undefined;
  explain: Explain;
  onClose: () => void;
}

/** A figure's sum written out, step by step, with its roundings. */
export default function ExplanationWindow({ open, title, about, explain, onClose }: ExplanationWindowProps) {
  return (
    <Dialog openedBy="act" open={open} title={title} text={about} onClose={onClose}>
      {open &&
        explain(rules).map(({ figure, steps, notes }) => (
          <section key={steps.at(-1)?.what ?? notes.join()} className={styles.explanation}>
            {figure === null && <p>There is none.</p>}
            <ol className={styles.steps}>
              {steps.map(({ what, sum, result }) => (
                <li key={what}>
                  <strong>{what}</strong>
                  <span>{sum}</span>
                  <span className={styles.result}>= {result}</span>
                </li>
              ))}
            </ol>
            {notes.map((note) => (
              <p key={note} className={styles.note}>
                {note}
              </p>
            ))}
          </section>
        ))}
    </Dialog>
  );
}
