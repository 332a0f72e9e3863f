import { Alert } from '../ui/display/alert.tsx';

/** How cells of a file were read that say something else than what is taken of them. Nothing where there are none. */
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
