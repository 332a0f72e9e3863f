import { type ReactNode, useState } from 'react';
import { TextField } from './text-field.tsx';

interface ConfirmedNumber {
  /** Where the number is typed; null where there is nothing to confirm. */
  field: ReactNode;
  /** The button of the act may be pressed. */
  isConfirmed: boolean;
  /** For the act's call. */
  sent: { confirm?: number };
  /** Clears what was typed, after the act or when the window is closed. */
  reset: () => void;
}

/**
 * What is heavy is confirmed by typing its number (rule 53, ADR 0018).
 * @param count of what the act touches; 0: nothing is asked
 * @param text such as "12 reports without marks or remarks will be posted as they are."
 */
export function useConfirmedNumber(count: number, text: string): ConfirmedNumber {
  const [typed, setTyped] = useState('');
  const reset = () => setTyped('');
  if (count === 0) return { field: null, isConfirmed: true, sent: {}, reset };
  return {
    field: (
      <TextField
        label={`Type ${count} to confirm`}
        hint={text}
        numeric
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    ),
    isConfirmed: typed.trim() === String(count),
    sent: { confirm: count },
    reset,
  };
}
