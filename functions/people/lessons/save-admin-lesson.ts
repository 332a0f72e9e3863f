/** The same act under the office's path. */
export { saveLesson as saveAdminLesson } from './save-lesson.ts';
