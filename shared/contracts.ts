import { accountsContract } from './accounts/contract.ts';
import { attendanceContract } from './attendance/contract.ts';
import { authContract } from './auth/contract.ts';
import type { CallRow, Contract } from './http/contract.ts';
import { lessonsContract } from './lessons/contract.ts';
import { markBookContract } from './mark-book/contract.ts';
import { markSheetContract } from './mark-sheet/contract.ts';
import { peopleContract } from './people/contract.ts';
import { reportsContract } from './reports/contract.ts';
import { studentFilesContract } from './student-files/contract.ts';
import { studentRegisterContract } from './student-register/contract.ts';
import { studentSpreadsheetsContract } from './student-spreadsheets/contract.ts';
import { studentSubjectsContract } from './student-subjects/contract.ts';
import { studentsContract } from './students/contract.ts';
import { subjectsContract } from './subjects/contract.ts';
import { termReportsContract } from './term-reports/contract.ts';
import { termsContract } from './terms/contract.ts';
import { weeklyTestsContract } from './weekly-tests/contract.ts';

/** Every built domain by its name. The gateway, the infrastructure and the generated tests read this table. */
export const contracts = {
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
} as const satisfies Record<string, Contract>;

export type Domain = keyof typeof contracts;

/** Every call, with its domain and its name in the contract. */
export const allCalls: readonly { domain: Domain; name: string; call: CallRow }[] = Object.entries(contracts).flatMap(
  ([domain, calls]) =>
    Object.entries(calls as Contract).map(([name, call]) => ({ domain: domain as Domain, name, call })),
);
