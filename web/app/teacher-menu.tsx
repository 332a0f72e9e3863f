import { useSchool } from '../api/school.ts';
import { MainMenu } from '../features/teacher-area/main-menu.tsx';
import { teacherScreens } from './teacher-screens.ts';

/** Weekly Tests are in the menu of a school that has them (rule 29). */
export default function TeacherMenu() {
  const { weeklyTests } = useSchool();
  return <MainMenu options={teacherScreens.filter(({ kind }) => kind !== 'tests' || weeklyTests !== undefined)} />;
}
