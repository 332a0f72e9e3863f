import { Alert } from '../ui/display/alert.tsx';

/** Notes about cells that were not read as they are shown, such as formulas. Nothing where there are none. */
export function ReadingNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Alert tone="info">
      Please check how the file was read:
      <ul aria-label="How the file was read">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Alert>
  );
}
