/** The parts of a term report with a permission each, and More Options. */
export const reportParts = [
  /** Times absent and late, grades, co-curricular activities. */
  'student',
  'music',
  'formTeacherRemarks',
  'deanRemarks',
  'subjectRemarks',
  /** Subject, exam, late, absent, app, con and delete of a subject row. */
  'subjectRows',
  'moreOptions',
] as const;
export type ReportPart = (typeof reportParts)[number];

/** A user who views a student's term report. */
export interface ReportViewer {
  isAdmin: boolean;
  /** The permission action `editTermReports`. */
  canEditTermReports: boolean;
  /** The viewer's posts in the class that the student was in that term. */
  posts: readonly ('form teacher' | 'dean')[];
}

export type ReportPermissions = Readonly<Record<ReportPart, boolean>>;

/** Who may write which part of a term report (product §6). Screens disable fields by it, calls refuse by it. */
export function decideReportPermissions({ isAdmin, canEditTermReports, posts }: ReportViewer): ReportPermissions {
  const isFormTeacher = posts.includes('form teacher');
  const isDean = posts.includes('dean');
  return {
    student: isFormTeacher || canEditTermReports,
    music: isFormTeacher || canEditTermReports,
    formTeacherRemarks: isFormTeacher || canEditTermReports,
    deanRemarks: isDean || canEditTermReports,
    subjectRemarks: isDean || canEditTermReports,
    subjectRows: canEditTermReports,
    moreOptions: isAdmin,
  };
}

/** Permissions in a closed term, where only More Options remains (rule 47). */
export const readOnlyPermissions = ({ moreOptions }: ReportPermissions): ReportPermissions =>
  ({
    ...Object.fromEntries(reportParts.map((part) => [part, false])),
    moreOptions,
  }) as ReportPermissions;

/** Enter Marks is offered to those who may write anything here (product §2). */
export const canEditAnything = ({ moreOptions: _office, ...parts }: ReportPermissions): boolean =>
  Object.values(parts).some(Boolean);

/** Which part each field of a subject row belongs to. */
export const partBySubjectField = {
  exam_mark: 'subjectRows',
  late: 'subjectRows',
  absent: 'subjectRows',
  app: 'subjectRows',
  con: 'subjectRows',
  comment: 'subjectRemarks',
} as const satisfies Record<string, ReportPart>;
export type SubjectField = keyof typeof partBySubjectField;
