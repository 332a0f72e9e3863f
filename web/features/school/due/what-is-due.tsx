import { useQueries, useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { MenuKey } from '#shared/http/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { dueWordings } from '#shared/school/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { useSchool } from '../../../api/school.ts';
import { useAdminSession } from '../../../session/session.ts';
import { Skeleton } from '../../../ui/display/loading.tsx';
import { schoolToday } from '../../../ui/fields/dates/school-clock.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Panel, Stack } from '../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../ui/layout/text.tsx';
import { WholeDates } from '../../../ui/screen/whole-dates.tsx';
import { type DueOfOption, dueOfOptions } from '../places.ts';
import { dueLines } from './due-lines.ts';
import styles from './what-is-due.module.css';

/** What waits for this administrator, on Current Term. */
export const WhatIsDue = () => (
  <Stack as="section" gap={10} aria-labelledby="what-is-due">
    <Text as="h2" size="14on20" id="what-is-due">
      {dueWordings.title}
    </Text>
    <DueLines />
  </Stack>
);

/**
 * What waits for this administrator, with the way there: only what their menus open. What could not be loaded is left
 * out, for its own screen says so. All lines come together, so that none moves under the pointer.
 */
export function DueLines({ onChoose }: { onChoose?: () => void }) {
  const { permissions } = useAdminSession();
  const { options } = useSchool();
  const can = (wanted: MenuKey) => permissions.some(({ menu }) => menu === wanted);
  const period = useQuery(queryOf(termsContract.readTermOverview, {}));
  const terms = period.data?.terms_archive ?? [];
  const now = period.data?.current_term;
  const ofNow = terms.find((one) => one.academic_year_id === now?.academic_year_id && one.term === now.term);
  const current = now ? { ...now, date_end: ofNow?.date_end ?? null } : undefined;
  const hasTerm = current !== undefined;
  const duties = dueOfOptions.of(options);
  const ofOptions = useQueries({ queries: duties.map(({ menu, query }) => ({ ...query, enabled: can(menu) })) });
  const [registration, posting, work] = useQueries({
    queries: [
      { ...queryOf(termsContract.previewRegistration, {}), enabled: hasTerm && can('dashboard') },
      { ...queryOf(termReportsContract.readPostingState, {}), enabled: hasTerm && can('postReports') },
      { ...queryOf(lessonsContract.listWorkWithoutTeacher, {}), enabled: hasTerm && can('employees') },
    ],
  });
  const isLoading = [period, registration, posting, work, ...ofOptions].some((query) => query.isLoading);
  const lines = dueLines({
    today: schoolToday(),
    current,
    terms,
    canSeeCompleteness: can('completeness'),
    registration: registration.data,
    posting: posting.data,
    work: work.data,
    ofOptions: linesOf(duties, ofOptions),
  });
  if (isLoading) return <Skeleton lines={3} label={dueWordings.loading} />;
  if (lines.length === 0) return <Muted>{dueWordings.nothing}</Muted>;
  return (
    <Panel as="ul" flush lined className={styles.lines}>
      {lines.map(({ text, to }) => (
        <li key={text}>
          {to === null ? (
            <Row as="span" justify="between" gap={12}>
              <span>
                <WholeDates>{text}</WholeDates>
              </span>
            </Row>
          ) : (
            <Row as={Link} justify="between" gap={12} to={to} {...(onChoose ? { onClick: onChoose } : {})}>
              <span>
                <WholeDates>{text}</WholeDates>
              </span>
              <ChevronRight size={16} aria-hidden />
            </Row>
          )}
        </li>
      ))}
    </Panel>
  );
}

/** The lines of what was answered. */
const linesOf = (duties: readonly DueOfOption[], answers: readonly { data: unknown }[]) =>
  duties.flatMap(({ toLines }, at) => (answers[at]?.data === undefined ? [] : toLines(answers[at].data)));
