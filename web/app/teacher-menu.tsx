import { useSchool } from '../api/school.ts';
import { MainMenu } from '../features/teacher-area/main-menu.tsx';
import { teacherScreens } from './teacher-screens.ts';

/** Weekly Tests and the Class Register are in the menu of a school that has them (rule 29). */
export default function TeacherMenu() {
  const { weeklyTests, attendance } = useSchool();
  const isOff = { tests: weeklyTests === undefined, register: attendance === undefined } as Record<string, boolean>;
  return <MainMenu options={teacherScreens.filter(({ kind }) => isOff[kind] !== true)} />;
}
