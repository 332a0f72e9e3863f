import type { QueryKey } from '@tanstack/react-query';
import { messageOf } from '../api/errors.ts';
import { momentText, schoolDayAndTime, schoolToday } from '../ui/fields/dates/school-clock.ts';
import styles from './kept-note.module.css';
import { keptListReadAt } from './kept-query.ts';

interface KeptNoteProps {
  queryKey: QueryKey;
  /** The load of that list, by `useQuery`: the note changes with it. */
  query: { failureReason: Error | null };
}

/** How old a list is that shows from the device, until the server has answered (rule 68); and why it has not. */
export function KeptNote({ queryKey, query }: KeptNoteProps) {
  const readAt = keptListReadAt(queryKey);
  if (readAt === undefined) return null;
  return (
    <p className={styles.note} role={query.failureReason ? 'status' : undefined}>
      As of {momentOf(new Date(readAt))}
      {query.failureReason && `. ${messageOf(query.failureReason)}`}
    </p>
  );
}

/** The time alone where it is of today. */
function momentOf(readAt: Date): string {
  const { day, time } = schoolDayAndTime(readAt);
  return day === schoolToday() ? time : momentText(readAt.toISOString());
}
