import { BookOpen, FileSearch, KeyRound, type LucideIcon, UserX } from 'lucide-react';
import type { ComponentType } from 'react';
import { reportsContract } from '#shared/reports/contract.ts';
import { reportTexts, reportTitles } from '#shared/reports/wordings.ts';
import type { AddressState } from '../../address/use-address-state.ts';
import type { ReportParametersProps } from './parameter-forms.tsx';
import { AccessLogForm, FailedLoginsForm, StudentsOfSubjectForm } from './parameter-forms.tsx';

/** A report of the menu. */
export interface MenuReport {
  /** In the screen's address. */
  key: string;
  title: string;
  text: string;
  icon: LucideIcon;
  row: ReportCall;
  /** Parameters by their names in the call. The report is shown once the required ones are chosen. */
  required: readonly string[];
  optional: readonly string[];
  /** Absent where there is nothing to choose. */
  Parameters?: ComponentType<ReportParametersProps>;
}

type Rows = typeof reportsContract;
export type ReportCall = Rows[Extract<keyof Rows, `print${string}`>];

export const reportKinds: readonly MenuReport[] = [
  {
    key: 'student-subject',
    title: reportTitles.studentSubject,
    text: reportTexts.studentSubject,
    icon: BookOpen,
    row: reportsContract.printStudentSubjects,
    required: ['form_level', 'subject_id'],
    optional: [],
    Parameters: StudentsOfSubjectForm,
  },
  {
    key: 'report-card-access',
    title: reportTitles.reportCardAccess,
    text: reportTexts.reportCardAccess,
    icon: FileSearch,
    row: reportsContract.printReportCardAccessLog,
    required: ['year', 'term'],
    optional: ['form_level', 'class_id', 'date_range'],
    Parameters: AccessLogForm,
  },
  {
    key: 'failed-logins',
    title: reportTitles.failedLogins,
    text: reportTexts.failedLogins,
    icon: KeyRound,
    row: reportsContract.printFailedLogins,
    required: ['date_range'],
    optional: [],
    Parameters: FailedLoginsForm,
  },
  {
    key: 'no-logins',
    title: reportTitles.noLogins,
    text: reportTexts.noLogins,
    icon: UserX,
    row: reportsContract.printStudentsWithoutLogin,
    required: [],
    optional: [],
  },
];

/** A report's parameters in the address; null while a required one is missing. */
export function readReportParametersFromAddress(
  { required, optional }: MenuReport,
  place: AddressState,
): Record<string, string> | null {
  if (required.some((field) => !place.get(field))) return null;
  return Object.fromEntries(
    [...required, ...optional].flatMap((field) => {
      const value = place.get(field);
      return value ? [[field, value]] : [];
    }),
  );
}
