import { useQueries } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MenuKey } from '#shared/http/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { firstStepWordings as words } from '#shared/school/wordings.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import type { SiteAddress } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { useSchool } from '../../api/school.ts';
import { screensOfOptions } from '../../session/screens-of-options.ts';
import { useAdminSession } from '../../session/session.ts';
import { sitePaths } from '../../session/site-paths.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Panel, Stack } from '../../ui/layout/stack.tsx';
import styles from './terms.module.css';

/**
 * What a new school does first, in its order. Steps are ticked by what is stored. Gone once students are registered and
 * nothing that this administrator can see is left to do.
 */
export function FirstSteps({ hasTerm }: { hasTerm: boolean }) {
  const { permissions } = useAdminSession();
  const school = useSchool();
  const may = (menu: MenuKey) => permissions.some((one) => one.menu === menu);
  const [subjects, teachers, counts, classes] = useQueries({
    queries: [
      { ...queryOf(subjectsContract.listSubjects, {}), enabled: may('studentSubjects') },
      { ...queryOf(peopleContract.listEmployees, {}), enabled: may('employees') },
      {
        ...queryOf(studentSubjectsContract.countStudentsOfSubjects, {}),
        enabled: may('studentSubjects'),
        staleTime: 0,
      },
      { ...queryOf(termsContract.previewRegistration, {}), enabled: hasTerm },
    ],
  });
  // All steps come together, so that none moves under the pointer.
  if ([subjects, teachers, counts, classes].some((query) => query.isLoading)) return null;
  const students = (classes.data ?? []).reduce((sum, one) => sum + one.students, 0);
  const registered = (classes.data ?? []).reduce((sum, one) => sum + one.students - one.not_registered, 0);
  const to = (menu: MenuKey, path: SiteAddress, text: string) => (may(menu) ? <Link to={path}>{text}</Link> : text);
  /** `isDone` is undefined where it cannot be seen. */
  const steps: { key: string; isDone: boolean | undefined; text: ReactNode }[] = [
    { key: 'term', isDone: hasTerm, text: words.term },
    {
      key: 'subjects',
      isDone: subjects.data && subjects.data.length > 0,
      text: to('studentSubjects', sitePaths.subjects, words.subjects),
    },
    {
      key: 'teachers',
      isDone: teachers.data && teachers.data.length > 0,
      text: to('employees', sitePaths.teachers, words.teachers),
    },
    { key: 'students', isDone: classes.data && students > 0, text: to('students', sitePaths.students, words.students) },
    {
      key: 'assignment',
      isDone: counts.data?.some((one) => one.students > 0),
      text: to('studentSubjects', sitePaths.subjects, words.assignment),
    },
    { key: 'register', isDone: classes.data && registered > 0, text: words.register },
  ];
  if (registered > 0 && steps.every(({ isDone }) => isDone !== false)) return null;
  const shortCuts = screensOfOptions
    .all()
    .flat()
    .filter(({ menu, firstStep, isHidden }) => firstStep !== undefined && may(menu) && !isHidden(school));
  return (
    <Panel as="section" gap={8} below={20} width={860} className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">{words.title}</h2>
      <Stack as="ol" gap={8}>
        {steps.map(({ key, isDone, text }) => (
          <Step key={key} isDone={isDone === true}>
            {text}
          </Step>
        ))}
      </Stack>
      {shortCuts.map(({ path, firstStep }) => (
        <p key={path}>
          <Link to={`${sitePaths.adminArea}/${path}` as SiteAddress}>{firstStep}</Link>
        </p>
      ))}
    </Panel>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <Row as="li" align="start" gap={10} className={isDone ? styles.done : undefined}>
      <Icon size={18} aria-label={isDone ? words.done : words.open} role="img" />
      <span>{children}</span>
    </Row>
  );
}
