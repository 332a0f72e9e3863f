/** A teacher with a number above this is archived (product §4, §9). */
export const highestCurrentNumber = 999;

/** Archived teachers were archived by hand, or have a number above 999. */
export const isArchived = (teacher: { teacher_num: number; deleted_at?: string | null | undefined }): boolean =>
  (teacher.deleted_at ?? null) !== null || teacher.teacher_num > highestCurrentNumber;
