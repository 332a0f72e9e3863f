import type { StudentRecord } from '../use-class-records.ts';

/** Props of each part of More Options. */
export interface OptionProps {
  /** The student on the screen. */
  record: StudentRecord;
  classId: string;
  /** Start year. */
  year: number;
  term: 1 | 2 | 3;
  onDone: () => void;
}
