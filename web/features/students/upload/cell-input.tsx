import { useState } from 'react';
import styles from './upload.module.css';

interface CellInputProps {
  label: string;
  /** What the file says, or what was typed last. */
  text: string;
  /** Why it is not taken; undefined where it may be right as it is. */
  reason: string | undefined;
  /** Called when it was changed and is left. */
  onLeave: (typed: string) => void;
}

/** A cell that can be corrected in its place. It is judged when it is left (rule 40). */
export function CellInput({ label, text, reason, onLeave }: CellInputProps) {
  const [typed, setTyped] = useState(text);
  const leave = () => {
    if (typed !== text) onLeave(typed);
  };
  return (
    <input
      className={styles.input}
      aria-label={reason === undefined ? label : `${label}: ${reason}`}
      aria-invalid={reason !== undefined}
      title={reason}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        // The arrows are the field's, not the table's.
        event.stopPropagation();
        if (event.key === 'Enter') leave();
      }}
    />
  );
}
