import { useEffect } from 'react';
import { peopleContract } from '#shared/people/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { PrefetchContext } from '../../address/screen-address.ts';
import { fetchAhead, queryOf } from '../../api/query.ts';
import { lessonProgressQuery } from '../../features/people/teacher-area/lessons-to-do.tsx';
import { TeacherMainMenu } from '../../features/people/teacher-area/main-menu.tsx';
import { isDataSaverOn, loadWhenIdle } from '../../ui/screen/idle.ts';
import { teacherScreens } from './teacher-screens.ts';
import { useTeacherScreens } from './use-teacher-screens.ts';

/** What most teachers open next. */
const nextScreens = teacherScreens.filter(({ kind }) => ['marks', 'book'].includes(kind)).map(({ load }) => load);

/** The menu of the teacher area, with the screens that open for the teacher. */
export default function TeacherMenuScreen() {
  const screens = useTeacherScreens();
  const isShown = screens !== undefined;
  useEffect(() => (isShown && !isDataSaverOn() ? loadWhenIdle(...nextScreens) : undefined), [isShown]);
  return <TeacherMainMenu options={screens} />;
}

export async function prefetch({ client, session }: PrefetchContext): Promise<void> {
  const { listTeacherLessons, readFormTeacherClass } = peopleContract;
  fetchAhead(client, queryOf(listTeacherLessons, {}));
  fetchAhead(client, queryOf(termReportsContract.listClassesWithReports, {}));
  fetchAhead(client, queryOf(readFormTeacherClass, {}));
  const { current_term: now } = await client.ensureQueryData(queryOf(termsContract.readTermOverview, {}));
  if (now) fetchAhead(client, lessonProgressQuery(session.id, now));
}
