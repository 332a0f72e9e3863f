import { useEffect, useRef } from 'react';
import { isFocusLost } from './focus.tsx';

/** Shown while an answer is in flight. */
export function WaitingForAnswer() {
  return (
    <p className="page" role="status">
      Loading…
    </p>
  );
}

/** Shown where no answer came. */
export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocusLost()) retry.current?.focus();
  }, []);
  return (
    <main className="page">
      <p className="fault" role="alert">
        {message}
      </p>
      <button type="button" className="plain" ref={retry} onClick={onRetry}>
        Retry
      </button>
    </main>
  );
}
