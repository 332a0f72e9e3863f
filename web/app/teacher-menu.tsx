import { MainMenu } from '../features/people/teacher-area/main-menu.tsx';
import { useTeacherScreens } from './use-teacher-screens.ts';

/** The menu of the teacher area, with the screens that open for the teacher. */
export default function TeacherMenu() {
  return <MainMenu options={useTeacherScreens()} />;
}
