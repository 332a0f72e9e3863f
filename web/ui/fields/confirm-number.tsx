import { TextField } from './text-field.tsx';

interface ConfirmNumberProps {
  /** Of what the act touches. */
  count: number;
  /** Such as "12 reports lack marks or remarks". */
  text: string;
  /** As it was typed. */
  typed: string;
  onTyped: (typed: string) => void;
}

/** What is heavy is confirmed by typing its number (ADR 0018). */
export const ConfirmNumber = ({ count, text, typed, onTyped }: ConfirmNumberProps) => (
  <TextField
    label={`Type ${count} to confirm`}
    hint={text}
    numeric
    value={typed}
    onChange={({ target }) => onTyped(target.value)}
  />
);

export const isNumberConfirmed = (typed: string, count: number): boolean =>
  count === 0 || typed.trim() === String(count);
