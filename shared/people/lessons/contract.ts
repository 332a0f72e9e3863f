import * as z from 'zod/mini';
import { contract } from '../../http/contract.ts';
import { academicYearId, id, idOrRow, ignoredFacts } from '../../http/fields.ts';
import { classWordings } from '../../school/wordings.ts';
import { undoId } from '../../undo/calls.ts';
import { lessonSchema } from '../contract.ts';
import { lessonRefusals } from '../wordings.ts';
import { handOverCalls, requireArchivedTeacherInput } from './hand-over-calls.ts';

const office = { who: ['Admin'], menu: ['employees'] } as const;

/** A teacher in a year: whose lessons and classes a call is about. */
const ofTeacher = { employee_id: id, academic_year_id: academicYearId };

/** Names a line of a teacher's lessons: "2025-MATH-1A", "2025-PHYS-L4". */
const lineId = z.lazy(() =>
  z.string().check(z.regex(/^\d{4}-[A-Za-z0-9][A-Za-z0-9 ._-]{0,90}$/, 'Not the id of a lesson.')),
);

/** Classes by their ids; nobody is given one twice. */
const classIds = (atLeast: number, one: z.ZodMiniType<string, unknown> = id) =>
  z.array(one).check(
    z.minLength(atLeast, classWordings.choose),
    z.maxLength(60, classWordings.tooMany),
    z.refine((ids) => new Set(ids).size === ids.length, 'A class is named twice.'),
  );

/**
 * A row of the lesson table as it is to be (product §3 "Lesson"): one class below form 4, classes of one level from
 * there on.
 */
const lessonRow = () => ({
  /** The stored row that this one replaces; null for a new one. */
  id: z.nullable(lineId),
  subject_id: id,
  /** Whole records are accepted; a title is the subject's own and never written here. */
  subject_title: z.optional(z.string().check(z.maxLength(200))),
  form_classes: classIds(1),
  /**
   * The classes of the stored row as the user saw them: those that another has added or taken since stay so (rule 8).
   */
  was: z.optional(classIds(0)),
});

/** What a lesson is answered with beside that. */
const lessonFacts = ['subject_abbr', 'form_level', 'class_id', 'lesson'] as const;
const allLessonFacts = [...lessonFacts, 'subject_id', 'subject_title', 'form_classes'] as const;

/** Another teacher who has one of the classes in the subject. Both are allowed: classes can be shared. */
const sharedClass = () => z.strictObject({ class_id: id, employee_id: id, name: z.string() });
export type SharedClass = z.output<ReturnType<typeof sharedClass>>;

/** Null where nothing was taken away. */
const undoOrNone = z.nullable(undoId);

const savedLesson = () => z.strictObject({ lesson: lessonSchema(), shared: z.array(sharedClass()), undo: undoOrNone });

const saveOne = {
  method: 'POST',
  ...office,
  input: () => z.strictObject({ ...ofTeacher, ...lessonRow(), ...ignoredFacts(...lessonFacts) }),
  output: savedLesson,
  needs: { table: 'write' },
} as const;

/** A row that could not be saved or deleted keeps none of the others back. */
const refusedRow = { refused: z.nullable(z.string()) };

/** Who takes a class from whom: what the user has agreed to. */
const takenFrom = () => z.strictObject({ class_id: id, employee_id: id });

const classesOfTeacher = () =>
  z.strictObject({
    ...ofTeacher,
    /** Ids, or the classes as `readFormTeacherClass` and `readDeanFormClasses` answer them. */
    form_classes: classIds(0, idOrRow('form_class_id', ['class_name', 'form_level'])),
    was: z.optional(classIds(0)),
    take_from: z.optional(z.array(takenFrom()).check(z.maxLength(60))),
    ...requireArchivedTeacherInput,
  });

export const lessonsContract = contract({
  ...handOverCalls,
  /**
   * Saves one lesson of any teacher, as `saveAdminLesson` does. The product lists it among the office's calls (§7):
   * teachers are refused, as they do not assign lessons to themselves (rule 14).
   */
  saveLesson: { ...saveOne, path: '/api/teacher-lesson' },
  /**
   * Saves one lesson: a new one, or another subject or other classes for a stored one. Marks are kept whatever goes.
   */
  saveAdminLesson: { ...saveOne, path: '/api/admin-teacher-lesson' },
  /** Shown before a lesson is saved or deleted: who else has its classes, and how many students have marks. */
  readLessonFacts: {
    method: 'GET',
    path: '/api/admin-teacher-lesson',
    ...office,
    input: () =>
      z.strictObject({
        ...ofTeacher,
        subject_id: id,
        /** "4A,4B". */
        classes: z.string().check(z.maxLength(1000, classWordings.tooMany)),
      }),
    output: () => z.strictObject({ shared: z.array(sharedClass()), students_with_marks: z.int() }),
    needs: { table: 'read' },
  },
  /** Deletes a lesson. Its marks are kept; `students_with_marks` says how many students have some. */
  deleteAdminLesson: {
    method: 'DELETE',
    path: '/api/admin-teacher-lesson',
    ...office,
    input: () =>
      z.strictObject({ ...ofTeacher, id: lineId, was: z.optional(classIds(0)), ...ignoredFacts(...allLessonFacts) }),
    output: () => z.strictObject({ id: lineId, students_with_marks: z.int(), undo: undoOrNone }),
    needs: { table: 'write' },
  },
  /** Saves several lessons of a teacher, each by itself and in the order given. */
  saveAdminLessons: {
    method: 'POST',
    path: '/api/admin-teacher-lessons',
    ...office,
    largestBody: 420_000,
    input: () =>
      z.strictObject({
        ...ofTeacher,
        lessons: z
          .array(z.strictObject({ ...lessonRow(), ...ignoredFacts(...lessonFacts, 'employee_id', 'academic_year_id') }))
          .check(z.minLength(1), z.maxLength(60, lessonRefusals.tooManyLessons)),
      }),
    output: () =>
      z.array(
        z.strictObject({
          lesson: z.nullable(lessonSchema()),
          shared: z.array(sharedClass()),
          undo: undoOrNone,
          ...refusedRow,
        }),
      ),
    needs: { table: 'write' },
  },
  /** Deletes several lessons of a teacher, each by itself. */
  deleteAdminLessons: {
    method: 'DELETE',
    path: '/api/admin-teacher-lessons',
    ...office,
    input: () =>
      z.strictObject({
        ...ofTeacher,
        /** Ids of lessons, or lessons. */
        ids: z
          .array(idOrRow('id', [...allLessonFacts, 'employee_id', 'academic_year_id'], lineId))
          .check(z.minLength(1), z.maxLength(60, lessonRefusals.tooManyLessons)),
      }),
    output: () =>
      z.array(z.strictObject({ id: lineId, students_with_marks: z.int(), undo: undoOrNone, ...refusedRow })),
    needs: { table: 'write' },
  },
  /**
   * The classes that a teacher is form teacher of in a year, as they are to be. A class has one form teacher: it is
   * taken from another only where `take_from` names that teacher, 409 otherwise with the other's id as `theirs`.
   */
  saveFormTeacherClass: {
    method: 'POST',
    path: '/api/form-teacher-class',
    ...office,
    input: classesOfTeacher,
    output: () => z.strictObject({ form_classes: z.array(id) }),
    needs: { table: 'write' },
  },
  /**
   * The classes that a teacher is dean of in a year, as they are to be. A class may have several deans; `take_from`
   * names one who stops being dean of a class in the same moment, 409 where that teacher is not dean of it any more.
   */
  saveDeanFormClasses: {
    method: 'POST',
    path: '/api/dean-form-classes',
    ...office,
    input: classesOfTeacher,
    output: () => z.strictObject({ form_classes: z.array(id) }),
    needs: { table: 'write' },
  },
});
