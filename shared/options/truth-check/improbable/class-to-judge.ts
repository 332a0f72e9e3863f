/**
 * A class in a term as it is judged before its reports are posted: what looks like a slip, not what is certainly wrong.
 * Everything is data of the school; nothing is sent anywhere.
 */
export interface ClassToJudge {
  classId: string;
  /** In the order of the lists that people type from. */
  students: readonly StudentToJudge[];
  /** Sessions of the term, as the school counts possible attendance; null where it is not recorded. */
  sessions: number | null;
  /** The highest total that the class had in a subject in earlier terms, by subject id. */
  highestBefore: ReadonlyMap<string, number>;
  /** First names of all students of the school. */
  firstNames: ReadonlySet<string>;
}

export interface StudentToJudge extends WrittenAbout {
  studentId: string;
  timesAbsent: number | null;
  timesLate: number | null;
  /** What the register of the term counts; null where none was kept. */
  register: { absent: number; late: number } | null;
  formTeacherComments: string | null;
  deanComments: string | null;
  subjects: readonly SubjectToJudge[];
}

export interface SubjectToJudge {
  subjectId: string;
  title: string;
  /** Percent; null for a blank, for absent and exempt. */
  total: number | null;
  /** The total of the last term that had one. */
  before: number | null;
  timesAbsent: number | null;
  comment: string | null;
}

/** Whom a remark is about. */
export interface WrittenAbout {
  firstName: string;
  /** Middle and last names: they are not another pupil's. */
  otherNames: readonly string[];
  sex: 'male' | 'female' | null;
}

export const ruleNames = [
  'columnsSwapped',
  'rowsShifted',
  'farFromOthers',
  'allSame',
  'aboveClass',
  'unlikeRegister',
  'moreThanSessions',
  'otherName',
  'wrongPronoun',
  'otherSubject',
  'contradictsMark',
  'sameWords',
  'unfinished',
  'unprintable',
] as const;
export type RuleName = (typeof ruleNames)[number];

/** Whether a rule looks at the register: where that is not read, nothing of it is found. */
export const judgesRegister = (rule: RuleName): boolean => rule === 'unlikeRegister';

/** Something improbable, with the cell that it is in. */
export interface Warning {
  rule: RuleName;
  /** Null where it is about the whole class. */
  studentId: string | null;
  /** Null where it is about no subject. */
  subjectId: string | null;
  field: 'total' | 'timesAbsent' | 'timesLate' | 'comment' | 'formTeacherComments' | 'deanComments';
  text: string;
}
