import { remarkLimits } from './limits.ts';
import type { ReportPart } from './permissions.ts';

/** The group that a field is in on the screen and on the report card. */
export type ReportGroup = 'attendance' | 'conduct' | 'activities' | 'remarks' | 'music';

interface ReportFieldEntry {
  /** The attribute of the stored term report. */
  name: string;
  label: string;
  kind: 'count' | 'grade' | 'activities' | 'remark';
  group: ReportGroup;
  /** The part whose permission is needed to write it (`decideReportPermissions`). */
  part: ReportPart;
  /** Most characters of a remark. */
  limit?: number;
  /** Its name in the report card's group, where that is not the attribute's name. */
  onCard?: string;
}

/**
 * The fields of a student's term report apart from the subjects (product §3 "Term report"), by the names of the calls,
 * in the order of the screen and the card. The table's attributes, the calls' schemas, the permissions, the form, and
 * the card's counts and grades are derived from it. Everybody who sees the report sees all fields (product §6).
 */
export const termReportFields = {
  times_absent: { name: 'timesAbsent', label: 'Times absent', kind: 'count', group: 'attendance', part: 'student' },
  times_late: { name: 'timesLate', label: 'Times late', kind: 'count', group: 'attendance', part: 'student' },
  auth: { name: 'authority', label: 'Authority', kind: 'grade', group: 'conduct', part: 'student' },
  resp: { name: 'responsibility', label: 'Responsibility', kind: 'grade', group: 'conduct', part: 'student' },
  coop: { name: 'cooperation', label: 'Cooperation', kind: 'grade', group: 'conduct', part: 'student' },
  cocurricular: {
    name: 'coCurricular',
    label: 'Co-curricular activities',
    kind: 'activities',
    group: 'activities',
    part: 'student',
  },
  comments: {
    name: 'formTeacherComments',
    label: 'Form teacher comments',
    kind: 'remark',
    limit: remarkLimits.formTeacher,
    group: 'remarks',
    part: 'formTeacherRemarks',
  },
  dcomments: {
    name: 'deanComments',
    label: 'Dean comments',
    kind: 'remark',
    limit: remarkLimits.deanPopup,
    group: 'remarks',
    part: 'deanRemarks',
  },
  mgrade: { name: 'musicGrade', onCard: 'grade', label: 'Grade', kind: 'grade', group: 'music', part: 'music' },
  mapp: {
    name: 'musicApplication',
    onCard: 'application',
    label: 'Application',
    kind: 'grade',
    group: 'music',
    part: 'music',
  },
  mcon: { name: 'musicConduct', onCard: 'conduct', label: 'Conduct', kind: 'grade', group: 'music', part: 'music' },
  mabs: {
    name: 'musicTimesAbsent',
    onCard: 'timesAbsent',
    label: 'Absent',
    kind: 'count',
    group: 'music',
    part: 'music',
  },
  mlate: {
    name: 'musicTimesLate',
    onCard: 'timesLate',
    label: 'Late',
    kind: 'count',
    group: 'music',
    part: 'music',
  },
  mcomments: {
    name: 'musicComments',
    onCard: 'comment',
    label: 'Music comments',
    kind: 'remark',
    limit: remarkLimits.music,
    group: 'music',
    part: 'music',
  },
} as const satisfies Record<string, ReportFieldEntry>;

type Catalogue = typeof termReportFields;
export type ReportField = keyof Catalogue;
/** The stored attribute of a field. */
export type AttributeOf<F extends ReportField> = Catalogue[F]['name'];
export type ReportAttribute = AttributeOf<ReportField>;
export type KindOf<F extends ReportField> = Catalogue[F]['kind'];
/** The fields of a kind. */
export type FieldOfKind<K extends ReportFieldEntry['kind']> = {
  [F in ReportField]: KindOf<F> extends K ? F : never;
}[ReportField];
/** A group on the report card: null where nothing was entered. */
export type CardValuesOfGroup<G extends ReportGroup> = {
  readonly [F in ReportField as Catalogue[F] extends { group: G } ? CardName<Catalogue[F]> : never]: OnCard[KindOf<F>];
};
type CardName<E extends { name: string }> = E extends { onCard: infer N extends string } ? N : E['name'];
interface OnCard {
  count: number | null;
  grade: string | null;
  activities: readonly string[];
  remark: string | null;
}

export const reportFieldNames = Object.keys(termReportFields) as ReportField[];

/** Which part each field belongs to. */
export const partByReportField = Object.fromEntries(
  reportFieldNames.map((field) => [field, termReportFields[field].part]),
) as Record<ReportField, ReportPart>;

/** The fields of a group, in order, with their names in the calls. */
export const fieldsOfGroup = (group: ReportGroup) =>
  reportFieldNames.map((field) => ({ field, ...termReportFields[field] })).filter((entry) => entry.group === group);

/** A field's name in its group on the report card. */
export const nameOnCard = (entry: { name: string; onCard?: string }): string => entry.onCard ?? entry.name;

/** What the grades for application, conduct and the like mean (product §2). */
export const conductGradeMeanings = [
  { grade: 'A', meaning: 'Excellent' },
  { grade: 'B', meaning: 'Good' },
  { grade: 'C', meaning: 'Satisfactory' },
  { grade: 'D', meaning: 'Needs improvement' },
  { grade: 'E', meaning: 'Urgent Intervention Needed' },
] as const;
