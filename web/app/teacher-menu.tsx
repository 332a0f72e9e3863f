import { MainMenu } from '../features/teacher-area/main-menu.tsx';
import { teacherScreens } from './teacher-screens.ts';

export default function TeacherMenu() {
  return <MainMenu options={teacherScreens} />;
}
