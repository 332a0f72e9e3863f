import type { StudentDay } from '../reports/figures.ts';

/** A student's day in a letter or two, explained by {@link dayMarkKey}. Empty where the student was not on the list. */
export function dayMark(day: StudentDay | null): string {
  if (!day) return '';
  const { am, pm, record } = day;
  const marks = [am, pm].filter((mark) => mark !== null);
  if (marks.length === 0) return '·';
  if (marks.every((mark) => mark === 'A')) return record?.excused ? 'E' : 'A';
  if (marks.includes('A')) return am === 'A' ? 'pm' : 'am';
  return record?.late ? 'L' : 'P';
}

export const dayMarkKey =
  'P present, L present and late, A absent, E absent with an excuse, am only in the morning, pm only in the afternoon, · not taken, empty: not on the list.';
