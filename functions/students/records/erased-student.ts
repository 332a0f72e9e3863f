import { entity, itemKey } from '../../platform/table/table.ts';

/**
 * Takes the place of the record of an erased student (ADR 0060), without anything about the person. A read of the student finds none, and no
 * list shows this. It keeps the id from being given again: the marks of those years would then be somebody else's.
 */
export const ErasedStudent = entity({
  model: { entity: 'erased-student', version: '1', service: 'formroom' },
  attributes: {
    studentId: { type: 'string', required: true },
    erasedAt: { type: 'string', required: true },
    /** The account that asked for it. */
    erasedBy: { type: 'string', required: true },
    /** The run that erases. */
    run: { type: 'string', required: true },
    /** Keys of files that are still to be deleted. */
    files: { type: 'list', items: { type: 'string' }, required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['studentId'], template: 'student#${studentId}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'student', casing: 'none' },
    },
  },
});

export const erasedStudentKey = (studentId: string) => itemKey(ErasedStudent, { studentId });

/** The name that lists of past terms show for a student who was erased; the marks stay. */
export const namelessStudent = (studentId: string) => ({
  studentId,
  firstName: studentId,
  lastName: 'Erased student',
});
