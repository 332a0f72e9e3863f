import { authContract } from './accounts/auth/contract.ts';
import { accountsContract } from './accounts/contract.ts';
import { attendanceContract } from './attendance/contract.ts';
import type { Contract } from './http/contract.ts';
import { markBookContract } from './marks/mark-book/contract.ts';
import { markSheetContract } from './marks/mark-sheet/contract.ts';
import { weeklyTestsContract } from './marks/weekly-tests/contract.ts';
import { peopleContract } from './people/contract.ts';
import { lessonsContract } from './people/lessons/contract.ts';
import { reportsContract } from './reports/contract.ts';
import { termsContract } from './school/contract.ts';
import { studentsContract } from './students/contract.ts';
import { studentFilesContract } from './students/files/contract.ts';
import { studentRegisterContract } from './students/register/contract.ts';
import { studentSpreadsheetsContract } from './students/spreadsheets/contract.ts';
import { studentSubjectsContract } from './subjects/assignment/contract.ts';
import { subjectsContract } from './subjects/contract.ts';
import { termReportsContract } from './term-reports/contract.ts';
import { undoContract } from './undo/contract.ts';

/**
 * The contracts of the core by the name of the Lambda function that answers each; with those of the options they are in
 * `product.ts`.
 */
export const coreContracts = {
  auth: authContract,
  terms: termsContract,
  accounts: accountsContract,
  people: peopleContract,
  subjects: subjectsContract,
  'student-spreadsheets': studentSpreadsheetsContract,
  'student-subjects': studentSubjectsContract,
  students: studentsContract,
  'student-register': studentRegisterContract,
  'student-files': studentFilesContract,
  lessons: lessonsContract,
  'mark-sheet': markSheetContract,
  'mark-book': markBookContract,
  'term-reports': termReportsContract,
  'weekly-tests': weeklyTestsContract,
  attendance: attendanceContract,
  reports: reportsContract,
  undo: undoContract,
} as const satisfies Record<string, Contract>;

export type CoreDomain = keyof typeof coreContracts;

/** Where the source of each function is, below `functions/`: a domain with several screens has several functions. */
export const coreFolders: Readonly<Record<CoreDomain, string>> = {
  auth: 'accounts/auth',
  terms: 'school',
  accounts: 'accounts',
  people: 'people',
  subjects: 'subjects',
  'student-spreadsheets': 'students/spreadsheets',
  'student-subjects': 'subjects/assignment',
  students: 'students',
  'student-register': 'students/register',
  'student-files': 'students/files',
  lessons: 'people/lessons',
  'mark-sheet': 'marks/mark-sheet',
  'mark-book': 'marks/mark-book',
  'term-reports': 'term-reports',
  'weekly-tests': 'marks/weekly-tests',
  attendance: 'attendance',
  reports: 'reports',
  undo: 'undo',
};
