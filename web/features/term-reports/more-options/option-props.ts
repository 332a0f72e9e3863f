import type { StudentRecord } from '../use-class-records.ts';

/** What each part of More Options works on. */
export interface OptionProps {
  /** The student on the screen. */
  record: StudentRecord;
  classId: string;
  /** Start year. */
  year: number;
  term: 1 | 2 | 3;
  /** Something was done. */
  onDone: () => void;
}
