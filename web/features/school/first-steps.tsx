import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MenuKey } from '#shared/http/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { firstStepWordings as words } from '#shared/school/wordings.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import type { SiteAddress } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { useAdminSession } from '../../session/session.ts';
import { sitePaths } from '../../session/site-paths.ts';
import styles from './terms.module.css';

/** What a new school does first, in its order, until its first students are registered. Steps are ticked by what is stored. */
export function FirstSteps({ hasTerm }: { hasTerm: boolean }) {
  const { permissions } = useAdminSession();
  const may = (menu: MenuKey) => permissions.some((one) => one.menu === menu);
  const subjects = useQuery({ ...queryOf(subjectsContract.listSubjects, {}), enabled: may('studentSubjects') });
  const teachers = useQuery({ ...queryOf(peopleContract.listEmployees, {}), enabled: may('employees') });
  const classes = useQuery({ ...queryOf(termsContract.previewRegistration, {}), enabled: hasTerm });
  const students = (classes.data ?? []).reduce((sum, one) => sum + one.students, 0);
  const registered = (classes.data ?? []).reduce((sum, one) => sum + one.students - one.not_registered, 0);
  // Nobody knows yet, or the school has begun.
  if ((hasTerm && !classes.data) || registered > 0) return null;
  const to = (menu: MenuKey, path: SiteAddress, text: string) => (may(menu) ? <Link to={path}>{text}</Link> : text);
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">{words.title}</h2>
      <ol>
        <Step isDone={hasTerm}>{words.term}</Step>
        <Step isDone={(subjects.data ?? []).length > 0}>
          {to('studentSubjects', sitePaths.subjects, words.subjects)}
        </Step>
        <Step isDone={(teachers.data ?? []).length > 0}>{to('employees', sitePaths.teachers, words.teachers)}</Step>
        <Step isDone={students > 0}>{to('students', sitePaths.students, words.students)}</Step>
        <Step isDone={false}>{to('studentSubjects', sitePaths.subjects, words.assignment)}</Step>
        <Step isDone={false}>{words.register}</Step>
      </ol>
    </section>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className={isDone ? styles.done : undefined}>
      <Icon size={18} aria-label={isDone ? words.done : words.open} role="img" />
      <span>{children}</span>
    </li>
  );
}
