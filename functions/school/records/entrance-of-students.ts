import { actsPlace } from '#shared/place.ts';
import { school } from './school.ts';

/** The option by which students sign in. */
export const entranceOfStudents = /* @__PURE__ */ actsPlace<true>('entrance of students');

/** Whether students of the school sign in. */
export const canStudentsSignIn = (): boolean => entranceOfStudents.of(school().options).length > 0;
