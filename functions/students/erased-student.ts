import { entity, itemKey } from '../platform/table/table.ts';

/**
 * Is where the record of a student was who is erased (ADR 0060), and knows nobody: whoever reads a student there finds none, no list has
 * it, and the id is never given to somebody else, whose the marks of those years would be then.
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

/** Of lists of past terms, whose numbers stay: the name of who is not on record any more. */
export const namelessStudent = (studentId: string) => ({
  studentId,
  firstName: studentId,
  lastName: 'Erased student',
});
