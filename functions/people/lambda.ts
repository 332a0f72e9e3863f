import { peopleContract } from '#shared/people/contract.ts';
import { doors } from '../auth/store.ts';
import { apiHandler } from '../platform/pipeline.ts';
import { deanFormClasses } from './dean-form-classes.ts';
import { employees } from './employees.ts';
import { formClassesList } from './form-classes-list.ts';
import { formLevels } from './form-levels.ts';
import { formTeacherClass } from './form-teacher-class.ts';
import { teacherLessons } from './teacher-lessons.ts';
import { teacherLessonsOfYear } from './teacher-lessons-of-year.ts';

export const handler = apiHandler(
  peopleContract,
  { deanFormClasses, employees, formClassesList, formLevels, formTeacherClass, teacherLessons, teacherLessonsOfYear },
  doors,
);
