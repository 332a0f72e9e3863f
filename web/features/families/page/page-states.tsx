/** What a page shows while an answer is on its way. */
export function Wait() {
  return (
    <p className="page" role="status">
      Loading…
    </p>
  );
}

/** And where none came. */
export function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
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
