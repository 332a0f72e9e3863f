import { type FormEvent, type ReactNode, type Ref, useId } from 'react';

interface EntranceFormProps {
  isBusy: boolean;
  fault: string | null;
  button: string;
  onSend: () => void;
  children: ReactNode;
}

/** The card of a step of an entrance, with its one button. */
export function EntranceForm({ isBusy, fault, button, onSend, children }: EntranceFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className="card" aria-busy={isBusy} onSubmit={submit}>
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {children}
      <button className="primary" type="submit">
        {button}
      </button>
    </form>
  );
}

interface EntranceFieldProps {
  label: string;
  name: string;
  autoComplete: string;
  value: string;
  onValue: (value: string) => void;
  type?: string;
  input?: Ref<HTMLInputElement>;
}

export function EntranceField({ label, onValue, input, type = 'text', ...field }: EntranceFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        {...field}
        id={id}
        type={type}
        ref={input}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={type === 'password' ? 256 : 64}
        onChange={(event) => onValue(event.target.value)}
      />
    </>
  );
}
