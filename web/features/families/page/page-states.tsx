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
  return (
    <main className="page">
      <p className="fault" role="alert">
        {message}
      </p>
      <button type="button" className="plain" onClick={onRetry}>
        Retry
      </button>
    </main>
  );
}
