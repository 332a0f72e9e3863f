import type { SchoolDay } from '#shared/attendance/school-days.ts';
import type { Role } from '#shared/http/contract.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import type { OptionalStudentField } from '#shared/students/fields.ts';

/** A DynamoDB item as plain JavaScript values, keys included. */
export type DemoItem = Record<string, unknown>;

/** A student who has an account at the families' entrance. */
export interface DemoStudentSignIn {
  studentId: string;
  /** UTC; null for students who have the letter and have not signed in yet. */
  lastAt: string | null;
}

export type TermNumber = 1 | 2 | 3;
export type Sex = 'F' | 'M';
export type LetterGrade = 'A' | 'B' | 'C' | 'D' | 'E';

/** One term of one academic year; `year` is the start year. */
export interface TermKey {
  year: number;
  term: TermNumber;
}

/** Term details (product §3 "Academic period"). Days are yyyy-MM-dd. */
export interface DemoPeriod extends TermKey {
  /** Sessions a student could attend, two a school day. */
  possibleAttendance: number;
  dateStart: string;
  dateEnd: string;
  newTermBeginning: string;
}

export interface DemoSubject {
  subjectId: string;
  title: string;
  abbr: string;
}

export interface DemoEmployee {
  employeeId: string;
  teacherNum: number;
  firstName: string;
  lastName: string;
  dateOfBirth?: string;
  userName: string;
  postId: number;
  /** Day the teacher left; a teacher is also archived by a number above 999 (product §4). */
  deletedAt?: string;
}

/** Someone who can sign in with the demo password: all of the present staff. */
export interface DemoAccount {
  userName: string;
  employeeId: string;
  role: Role;
  mustChangePassword: boolean;
}

/** One teacher teaches one subject to one class in one year. */
export interface DemoLesson {
  employeeId: string;
  year: number;
  subjectId: string;
  classId: string;
  formLevel: number;
}

/**
 * Students who take a subject with one teacher: a class in forms 1 to 3, all the teacher's students of the level above.
 */
export interface TeachingGroup {
  employeeId: string;
  year: number;
  subjectId: string;
  formLevel: number;
  classIds: string[];
  /** Lessons a week that each student has, 35 minutes each. */
  periods: number;
  /** How many times the teacher holds each of them, for that many groups of students. */
  sittings: number;
  studentIds: string[];
}

export interface DemoClassPost {
  employeeId: string;
  year: number;
  classId: string;
  formLevel: number;
  as: 'form teacher' | 'dean';
  name: string;
}

export interface DemoStudent {
  studentId: string;
  firstName: string;
  middleName?: string;
  lastName: string;
  classId: string;
  formLevel: number;
  status: 'current' | 'archived';
  dateOfBirth?: string;
  birthCertificateNo?: string;
  houseCode?: string;
  seaNo?: string;
  entryDate?: string;
  /** Facts of a student (product §3 "Student"); what the school does not know is absent. */
  attributes: Partial<Record<OptionalStudentField, string>>;
}

/** A student takes a subject with a teacher, now. */
export interface DemoSubjectAssignment {
  studentId: string;
  subjectId: string;
  employeeId: string;
}

/** The student part of a term report. A field that nobody filled in is absent. */
export interface DemoTermReport extends TermKey {
  studentId: string;
  classId: string;
  formLevel: number;
  timesAbsent?: number;
  timesLate?: number;
  authority?: LetterGrade;
  responsibility?: LetterGrade;
  cooperation?: LetterGrade;
  coCurricular?: string[];
  formTeacherComments?: string;
  deanComments?: string;
  musicTimesLate?: number;
  musicTimesAbsent?: number;
  musicGrade?: LetterGrade;
  musicApplication?: LetterGrade;
  musicConduct?: LetterGrade;
  musicComments?: string;
}

/** One student's end-of-term record in one subject, without the course mark, which is the mark book's. */
export interface DemoSubjectRecord extends TermKey {
  studentId: string;
  subjectId: string;
  employeeId: string;
  classId: string;
  formLevel: number;
  exam?: number;
  examOutOf?: number;
  timesLate?: number;
  timesAbsent?: number;
  application?: LetterGrade;
  conduct?: LetterGrade;
  comment?: string;
}

/** One piece of course work of a teaching group. */
export interface DemoAssessment {
  number: number;
  topic: string;
  date: string;
  total: number;
}

/** A teaching group's mark book in one term. */
export interface DemoMarkBookPage extends TermKey {
  group: TeachingGroup;
  assessments: DemoAssessment[];
  /** By student id, then by assessment number. Missing work has no entry. */
  marks: Map<string, Map<number, number>>;
}

/** Parameters of a term's attendance, from which `attendance/records.ts` makes the records. */
export interface AttendancePlan {
  seed: string;
  /** School days of the current term before today: today is still to be recorded. */
  days: readonly SchoolDay[];
  /** How much of the time each student is away, and late, 0 to 1. */
  students: readonly { studentId: string; classId: string; formLevel: number; absence: number; lateness: number }[];
}

/** The whole demo school as plain data. */
export interface DemoSchool {
  /** yyyy-MM-dd. */
  today: string;
  /** The term under way on the given day. */
  current: TermKey;
  /** The last finished term, the one with marks. */
  past: TermKey;
  periods: DemoPeriod[];
  subjects: DemoSubject[];
  employees: DemoEmployee[];
  accounts: DemoAccount[];
  studentSignIns: DemoStudentSignIn[];
  /** Years of the current and the past term. */
  groups: TeachingGroup[];
  lessons: DemoLesson[];
  classPosts: DemoClassPost[];
  students: DemoStudent[];
  assignments: DemoSubjectAssignment[];
  termReports: DemoTermReport[];
  subjectRecords: DemoSubjectRecord[];
  markBook: DemoMarkBookPage[];
  /** The current term's days up to yesterday; their records are made when they are written. */
  attendance: AttendancePlan;
}

/** What options are seeded with. */
export interface Seeding {
  seed: string;
  school: SchoolFile;
  /** yyyy-MM-dd */
  today: string;
  current: TermKey;
  signIns: readonly DemoStudentSignIn[];
  /** Who posts and answers: an administrator of the demo school. */
  office: { accountId: string; name: string };
}
