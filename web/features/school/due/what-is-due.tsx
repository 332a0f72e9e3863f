import { useQueries } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { attendanceContract } from '#shared/attendance/contract.ts';
import { familiesContract } from '#shared/families/contract.ts';
import type { MenuKey } from '#shared/http/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { type AcademicPeriod, termsContract } from '#shared/school/contract.ts';
import { dueWordings } from '#shared/school/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';
import { useAdminSession } from '../../../session/session.ts';
import { Skeleton } from '../../../ui/display/loading.tsx';
import { schoolToday } from '../../../ui/fields/dates/school-clock.ts';
import { dueLines } from './due-lines.ts';
import styles from './what-is-due.module.css';

interface WhatIsDueProps {
  /** Undefined where no term is current. */
  current: AcademicPeriod | undefined;
  terms: readonly AcademicPeriod[];
}

/**
 * What waits for this administrator, with the way there: only what their menus open. What could not be loaded is left out, for its own screen says so.
 * All lines come together, so that none moves under the pointer.
 */
export function WhatIsDue({ current, terms }: WhatIsDueProps) {
  const { permissions } = useAdminSession();
  const { attendance, familyEntrance } = useSchool();
  const can = (wanted: MenuKey) => permissions.some(({ menu }) => menu === wanted);
  const hasTerm = current !== undefined;
  const [registration, posting, work, scans, proposals] = useQueries({
    queries: [
      { ...queryOf(termsContract.previewRegistration, {}), enabled: hasTerm },
      { ...queryOf(termReportsContract.readPostingState, {}), enabled: hasTerm && can('postReports') },
      { ...queryOf(lessonsContract.listWorkWithoutTeacher, {}), enabled: hasTerm && can('employees') },
      {
        ...queryOf(attendanceContract.listRefusedScans, {}),
        enabled: attendance !== undefined && can('attendanceStudent'),
      },
      {
        ...queryOf(familiesContract.listRegistrations, { state: 'handed in' }),
        enabled: familyEntrance !== undefined && can('registration'),
      },
    ],
  });
  const isLoading = [registration, posting, work, scans, proposals].some((query) => query.isLoading);
  const lines = dueLines({
    ...{ today: schoolToday(), current, terms, canSeeCompleteness: can('completeness') },
    ...{ registration: registration.data, posting: posting.data, work: work.data },
    ...{ scans: scans.data, proposals: proposals.data },
  });
  return (
    <section className={styles.due} aria-labelledby="what-is-due">
      <h2 id="what-is-due">{dueWordings.title}</h2>
      {isLoading ? (
        <Skeleton lines={3} label={dueWordings.loading} />
      ) : lines.length === 0 ? (
        <p className={styles.nothing}>{dueWordings.nothing}</p>
      ) : (
        <ul className={styles.lines}>
          {lines.map(({ text, to }) => (
            <li key={text}>
              {to === null ? (
                <span>{text}</span>
              ) : (
                <Link to={to}>
                  {text}
                  <ChevronRight size={16} aria-hidden />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
