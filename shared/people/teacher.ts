/** A teacher with a number above this is archived (product §4, §9). */
export const maxCurrentTeacherNumber = 999;

/** A teacher as a call answers one, or as a record of the table. */
type Numbered =
  | { teacher_num: number; deleted_at?: string | null | undefined }
  | { teacherNum: number; deletedAt?: string | null | undefined };

/**
 * Whether a teacher is archived: by hand, or by a number above 999. The one place that decides it, for screens, calls,
 * jobs and operators (rule 52).
 */
export const isArchivedTeacher = (teacher: Numbered): boolean =>
  'teacherNum' in teacher
    ? (teacher.deletedAt ?? null) !== null || teacher.teacherNum > maxCurrentTeacherNumber
    : (teacher.deleted_at ?? null) !== null || teacher.teacher_num > maxCurrentTeacherNumber;
